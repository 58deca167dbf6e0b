"""The names of the components of the OpenAPI document, such as `Match`, `MatchCreate`, `MatchUpdate` and
`MatchList`.
"""

from __future__ import annotations

import re
from typing import Any

NAMES = {
    "AboutOut": "GameSummary",
    "ActedOut": "ResignationResult",
    "AddressInputRequest": "PasswordResetCreate",
    "AnswerInputRequest": "TextAnswer",
    "Bye": "StreamClosed",
    "Cancelling": "CancelVotes",
    "CellOut": "HiddenPart",
    "ChoiceOut": "TextChoice",
    "ClockInputRequest": "ClockInput",
    "ClubDefaultsInputRequest": "ClubDefaultsUpdate",
    "CommitInputRequest": "SeedCommitment",
    "ConsentInputRequest": "AuthorizationCreate",
    "DecidedOut": "ConsentResult",
    "DecisionInputRequest": "DeviceAnswer",
    "DisplayOut": "HiddenDisplay",
    "EndedOut": "EndedMatch",
    "ExplainedOut": "ExplainedMove",
    "ForkSeatInputRequest": "ForkSeatInput",
    "FormerOut": "FormerPlayer",
    "GlobalEntryOut": "GlobalLogEntry",
    "GlobalHeadOut": "GlobalLogHead",
    "GlobalLeafOut": "GlobalLogLeaf",
    "Heartbeat": "StreamHeartbeat",
    "HoursOut": "SeatHours",
    "JudgedOut": "JudgedDecision",
    "KeyOut": "PublicKey",
    "KnownOut": "KnownCard",
    "LeagueHead": "League",
    "LegalOut": "LegalMovesAfter",
    "LinkInputRequest": "EmailConfirmation",
    "SeenInputRequest": "SeenUpdate",
    "MatchHead": "Match",
    "NoteInputRequest": "NoteUpdate",
    "NotificationsInputRequest": "NotificationsInput",
    "Opened": "StreamOpened",
    "OrderInputRequest": "StandingOrderCreate",
    "OrderedMoveInputRequest": "OrderedMoveInput",
    "PasskeySignInInputRequest": "PasskeyTokenCreate",
    "PatchedPasskeyNameInputRequest": "PasskeyUpdate",
    "PlayWindowInputRequest": "PlayWindowInput",
    "PlayedOut": "MoveResult",
    "PresentOut": "Presence",
    "PushKeysInputRequest": "PushKeysInput",
    "QuietHoursInputRequest": "QuietHoursInput",
    "ReceiptOut": "SignedHead",
    "RecoveryInputRequest": "PasswordReset",
    "ReplayHead": "ReplayedMatch",
    "ReplaysOut": "LuckProgress",
    "RevealInputRequest": "SeedReveal",
    "RowOut": "ExportedEvent",
    "SealOut": "ExportSignature",
    "SeatInputRequest": "SeatInput",
    "SignInInputRequest": "TokenCreate",
    "SitInputRequest": "SeatCreate",
    "StreamLine": "StreamLine",
    "TicketInputRequest": "StreamTicketCreate",
    "TicketOut": "StreamTicket",
    "TournamentHead": "Tournament",
    "TriedOut": "LegalMovesTrialResult",
    "TryInputRequest": "LegalMovesTrial",
    "UnseenOut": "MovedSeat",
    "WaitingOut": "WaitingPlayer",
}
"""The names of components that no rule derives, by class name.

They are bodies that are part of another body or create another object, and responses whose derived name belongs to
another component.
"""

RULES = (
    (r"^Patched(\w+?)(?:Changes?|)(?:Input|)Request$", r"\1Update"),
    (r"^(\w+)InputRequest$", r"\1Create"),
    (r"^(\w+)Line$", r"\1Summary"),
    (r"(?<=[a-z])Out(?=[A-Z]|$)", ""),
)
"""Patterns of class names, with their replacements.

`Out` distinguishes a response type from the model of the same name; the document has no models.
"""

REFERENCE = "#/components/schemas/"


def component_name(class_name: str) -> str:
    """Returns the name of the component of a class."""
    if class_name in NAMES:
        return NAMES[class_name]
    for pattern, name in RULES:
        class_name = re.sub(pattern, name, class_name)
    return class_name


def name_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Renames all schema components and the references to them.

    Raises ValueError if two classes would share a component.
    """
    schemas = result["components"]["schemas"]
    names = {name: component_name(name) for name in schemas}
    if twice := {name for name in names.values() if list(names.values()).count(name) > 1}:
        raise ValueError(f"expected one class for each component, got several for {sorted(twice)}")
    renamed: dict[str, Any] = _renamed(result, names)
    renamed["components"]["schemas"] = {
        names[name]: schema for name, schema in renamed["components"]["schemas"].items()
    }
    return renamed


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, str) and value.startswith(REFERENCE):
        return REFERENCE + names[value.removeprefix(REFERENCE)]
    return value
