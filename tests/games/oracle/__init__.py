"""An oracle of unseen cards: every way in which they can be filled in, judged one by one.

It knows nothing of `games.engine.hands` and `games.engine.worlds`, which it holds to account: a
record with unseen cards is legal exactly if it is with some cards in place of every `?`, and that
is asked of the engine as it judges a record in which all cards were seen.
"""
