"""What players send from their own page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.bounds import KEY
from tournaments.domain.calling import LONGEST_CALL
from tournaments.forms.fields import Number, Text
from tournaments.models.call import CallKind
from tournaments.models.logbook import LONGEST_SENDING
from tournaments.services.proposing import LONGEST_OBJECTION


class ResponseForm(forms.Form):
    """A player's word on a result: `agrees` comes from the button that was pressed."""

    result_id = Number(max_value=KEY, widget=forms.HiddenInput)
    agrees = forms.TypedChoiceField(
        choices=[("yes", _("That is right")), ("no", _("Something is wrong"))],
        coerce=lambda value: value == "yes",
    )
    text = Text(label=_("What is wrong?"), required=False, max_length=2000)
    sending = Text(required=False, max_length=LONGEST_SENDING)


class ProposalResponseForm(forms.Form):
    """A player's word on what somebody entered for their table."""

    proposal_id = Number(max_value=KEY, widget=forms.HiddenInput)
    agrees = forms.TypedChoiceField(
        choices=ResponseForm.base_fields["agrees"].choices, coerce=lambda value: value == "yes"
    )
    text = Text(label=_("What is wrong?"), required=False, max_length=LONGEST_OBJECTION)
    sending = Text(required=False, max_length=LONGEST_SENDING)


class CallForm(forms.Form):
    """A call of the referee: `kind` comes from the button that was pressed."""

    table_id = Number(max_value=KEY, widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=CallKind)
    text = Text(label=_("In a few words"), required=False, max_length=LONGEST_CALL)


class CancelCallForm(forms.Form):
    call_id = Number(max_value=KEY, widget=forms.HiddenInput)
