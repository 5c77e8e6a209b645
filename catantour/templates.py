"""Templates are written to be read; what is sent of them has no indentation.

Whitespace stays where it may be seen: a run with a line break becomes the break alone, and goes
only at the inner edges of elements that no line of words holds, and of links, which would underline
it. So an empty cell is empty, too. Of
the two breaks around a line that says nothing itself the first stays. Where none is to be seen, but
a line would grow too long, `{#-#}` at its end joins the next.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

_BOXES = (
    "html|head|body|title|div|p|ul|ol|li|dl|dt|dd|section|article|aside|header|footer|main|nav|form"
    "|fieldset|legend|table|caption|thead|tbody|tfoot|tr|th|td|h[1-6]|blockquote|figure|figcaption"
    "|details|summary|dialog|button|select|option|optgroup|datalist|svg"
)
# Atomic: whatever stands in a tag is read once.
_REST = r"(?>\{%.*?%\}|\{\{.*?\}\}|[^<>{]|\{)*+>"
_AS_IT_IS = re.compile(
    r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>"
    r"|\{% blocktranslate (?!trimmed)[^\n]*?%\}.*?\{% endblocktranslate %\})",
    re.DOTALL,
)
_JOINED = re.compile(r"\{#-#\}\n\s*")
_BREAK = re.compile(r"[ \t]*\n\s*")
# Only where the break before is sent whenever the line is: not so at the end of a loop or a branch.
# What is included brings a break at its own end.
_SAYS_NOTHING = re.compile(r"(?<=\n)((?:\{% (?:if|with|endwith|include)\b(?:(?!%\}).)*%\})+)\n")
_INSIDE = re.compile(rf"(<(?:{_BOXES})\b{_REST})\n|\n(?=</(?:{_BOXES})>)")
# Through what says nothing itself, such as a condition around all of the link.
_EDGES_OF_LINKS = re.compile(
    rf"(<a\b{_REST})((?:\n|\{{%(?:(?!%\}}).)*%\}})++)|((?:\n|\{{%(?:(?!%\}}).)*%\}})++)(?=</a>)"
)


class Loader(filesystem.Loader):
    """The pages under `templates/`; what goes out as text is left as it stands."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return without_indentation(source) if str(origin.name).endswith(".html") else source


def without_indentation(source: str) -> str:
    """The same page in fewer bytes."""
    pieces = _AS_IT_IS.split(_JOINED.sub("", source))
    return _without_edges_of_links(
        "".join(
            piece
            if number % 2
            else _INSIDE.sub(r"\1", _without_idle_lines(_BREAK.sub("\n", piece)))
            for number, piece in enumerate(pieces)
        )
    )


def _without_idle_lines(piece: str) -> str:
    return _SAYS_NOTHING.sub(r"\1", piece)


def _without_edges_of_links(page: str) -> str:
    return _EDGES_OF_LINKS.sub(
        lambda found: (found[1] or "") + (found[2] or found[3]).replace("\n", ""), page
    )
