"""The shapes of answers, for the OpenAPI document; what varies by game is described by `/games/{game}`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s


@extend_schema_field({"type": "object", "additionalProperties": True})
class Object(s.JSONField):
    """An object whose members the game's description tells."""


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/Effect"}})
class Effects(s.JSONField):
    """What happened, in order: each one of the ten kinds."""


@extend_schema_field({"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Slot"}})
class Slots(s.JSONField):
    """What may be filled in, by the argument's name."""


FACE = {"type": "object", "properties": {"face": {"type": "string"}}, "required": ["face"]}


@extend_schema_field({"type": "object", "additionalProperties": FACE})
class Faces(s.JSONField):
    """The faces in sight by card number, each with what is printed on it."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
class Words(s.JSONField):
    """What words are called in the caller's language."""


@extend_schema_field({"type": ["array", "null"], "items": {"type": "array", "items": {"type": "integer"}}})
class Standings(s.JSONField):
    """Places from the first to the last, each a list of seats that share it; null until the match is over."""


@extend_schema_field({"type": ["array", "null"], "items": {"type": "integer"}})
class Scores(s.JSONField):
    """Points by seat, where the game has them."""


@extend_schema_field({"type": ["integer", "string"], "description": "a string above 2^53"})
class Count(s.JSONField):
    """How many moves there are."""


@extend_schema_field({"type": "array", "items": {"type": ["integer", "null"]}})
class Cards(s.JSONField):
    """Card numbers; null for a card whose face the viewer cannot see."""


class Numbers(s.ListField):
    child = s.IntegerField()


class PlayerOut(s.Serializer):
    id = s.CharField()
    name = s.CharField()
    token = s.CharField()


class TokenOut(s.Serializer):
    token = s.CharField()
    expires_at = s.DateTimeField()


class TicketOut(s.Serializer):
    ticket = s.CharField()
    expires_at = s.DateTimeField()


class TokenLine(s.Serializer):
    id = s.CharField()
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    current = s.BooleanField()


class TokenList(s.Serializer):
    items = TokenLine(many=True)
    next = s.CharField(allow_null=True)


class Profile(s.Serializer):
    id = s.CharField()
    name = s.CharField()
    email = s.CharField(allow_null=True)
    language = s.CharField()
    guest = s.BooleanField()
    notifications = Object()
    created_at = s.DateTimeField()


class GameOut(s.Serializer):
    game = s.CharField()
    title = s.CharField()
    summary = s.CharField()
    seats = Object()
    options = Object()
    rules_versions = Numbers()
    policies = s.ListField(child=s.CharField())
    faces = Object()
    zones = Object()
    verbs = Object()
    words = Object()
    phases = Object()
    public = Object()
    announcements = Object()
    rulings = Object()


class GameList(s.Serializer):
    items = GameOut(many=True)
    next = s.CharField(allow_null=True)


class PlayerName(s.Serializer):
    id = s.CharField()
    name = s.CharField()


class SeatOut(s.Serializer):
    seat = s.IntegerField()
    kind = s.ChoiceField(choices=["open", "player", "bot"])
    player = PlayerName(allow_null=True)
    invited = s.CharField(allow_null=True)
    policy = s.CharField(allow_null=True)
    resigned = s.BooleanField()


class DeadlineOut(s.Serializer):
    prompt = s.IntegerField()
    seats = Numbers()
    at = s.DateTimeField()


STATUSES = ["open", "sealing", "running", "finished", "aborted", "void"]


class MatchLine(s.Serializer):
    id = s.CharField()
    game = s.CharField()
    rules_version = s.IntegerField()
    status = s.ChoiceField(choices=STATUSES)
    visibility = s.ChoiceField(choices=["public", "unlisted", "private"])
    rated = s.BooleanField()
    practice = s.BooleanField()
    seq = s.IntegerField()
    standings = Standings()
    created_at = s.DateTimeField()
    seats = SeatOut(many=True)


class MatchList(s.Serializer):
    items = MatchLine(many=True)
    next = s.CharField(allow_null=True)


class AgreementsOut(s.Serializer):
    abort = Numbers()


class MatchHead(MatchLine):
    options = Object()
    agreements = AgreementsOut()
    start = s.ChoiceField(choices=["when_full", "manual"])
    clock = Object()
    reveal = s.ChoiceField(choices=["all", "seats", "auditor"])
    creator = s.CharField(allow_null=True)
    to_act = Numbers()
    may_act = Numbers()
    deadlines = DeadlineOut(many=True)
    scores = Scores()
    fairness = Object()


class ZoneOut(s.Serializer):
    name = s.CharField()
    seat = s.IntegerField(allow_null=True)
    number = s.IntegerField(allow_null=True)
    cards = Cards()


class PromptOut(s.Serializer):
    id = s.IntegerField()
    parent = s.IntegerField(allow_null=True)
    phase = s.CharField()
    mode = s.ChoiceField(choices=["once", "open"])
    seats = Numbers()
    data = Object()
    open = s.BooleanField()
    deadline = s.DateTimeField(allow_null=True)
    after = s.IntegerField(allow_null=True)
    window = s.IntegerField(allow_null=True)
    beside = s.BooleanField()
    arrived = Numbers()
    answer = Object(required=False)


class ViewOut(s.Serializer):
    match = s.CharField()
    seq = s.IntegerField()
    viewer = s.IntegerField(allow_null=True)
    rules_version = s.IntegerField()
    seats = s.IntegerField()
    options = Object()
    zones = ZoneOut(many=True)
    faces = Faces()
    public = Object()
    prompts = PromptOut(many=True)
    known = s.ListField(child=Object())
    to_act = Numbers()
    may_act = Numbers()
    standings = Standings()
    scores = Scores()


class TemplateOut(s.Serializer):
    verb = s.CharField()
    label = s.CharField()
    slots = Slots()


class MoveOut(s.Serializer):
    verb = s.CharField()
    args = Object()


class LegalMovesOut(s.Serializer):
    match = s.CharField()
    seq = s.IntegerField()
    seat = s.IntegerField(allow_null=True)
    prompt = s.IntegerField(allow_null=True)
    prompts = Numbers()
    templates = TemplateOut(many=True)
    words = Words()
    count = Count()
    moves = MoveOut(many=True)
    complete = s.BooleanField()


class FaultOut(s.Serializer):
    pointer = s.CharField()
    code = s.CharField()
    detail = s.CharField()


class TriedOut(s.Serializer):
    legal = s.BooleanField()
    templates = TemplateOut(many=True)
    words = Words()
    errors = FaultOut(many=True)


class EventOut(s.Serializer):
    seq = s.IntegerField()
    type = s.CharField()
    at = s.DateTimeField()
    seat = s.IntegerField(allow_null=True)
    by = s.ChoiceField(choices=["player", "bot", "clock", "operator", "setup"])
    prompt = s.IntegerField(allow_null=True)
    move = MoveOut(allow_null=True)
    effects = Effects()
    hash = s.CharField()
    cells = s.ListField(child=Object())


class EventList(s.Serializer):
    items = EventOut(many=True)
    next = s.CharField(allow_null=True)


class ReceiptOut(s.Serializer):
    match = s.CharField()
    size = s.IntegerField()
    hash = s.CharField()
    root = s.CharField()
    key_id = s.CharField()
    signature = s.CharField()


class PlayedOut(s.Serializer):
    seq = s.IntegerField(allow_null=True)
    event = EventOut(required=False)
    to_act = s.ListField(child=s.IntegerField(), required=False)
    receipt = ReceiptOut(required=False)
    accepted = s.BooleanField(required=False)


class MessageOut(s.Serializer):
    seq = s.IntegerField()
    at = s.DateTimeField()
    seat = s.IntegerField()
    text = s.CharField(allow_null=True)


class MessageList(s.Serializer):
    items = MessageOut(many=True)
    next = s.CharField(allow_null=True)


class KeyOut(s.Serializer):
    key_id = s.CharField()
    public_key = s.CharField()
    not_before = s.DateTimeField(allow_null=True)
    not_after = s.DateTimeField(allow_null=True)


class CardProofOut(s.Serializer):
    card = s.IntegerField()
    dealt = s.IntegerField()
    seq = s.IntegerField()
    path = s.CharField()
    position = s.IntegerField()
    size = s.IntegerField()
    salt = s.CharField()
    value = s.CharField()
    proof = s.ListField(child=s.CharField())
    root = s.CharField()


class SeatSeedOut(s.Serializer):
    seat = s.IntegerField()
    source = s.ChoiceField(choices=["player", "bot", "server"], required=False)
    nonce = s.CharField(allow_null=True)
    client_commit = s.CharField(allow_null=True)
    client_seed = s.CharField(allow_null=True)


class GlobalHeadOut(s.Serializer):
    size = s.IntegerField()
    root = s.CharField()
    at_ms = s.IntegerField()
    key_id = s.CharField()
    signature = s.CharField()


class GlobalEntryOut(s.Serializer):
    leaf = Object()
    position = s.IntegerField()
    proof = s.ListField(child=s.CharField())
    head = GlobalHeadOut()


class GlobalLeafOut(s.Serializer):
    position = s.IntegerField()
    leaf = Object()


class GlobalLogOut(s.Serializer):
    items = GlobalLeafOut(many=True)
    next = s.CharField(allow_null=True)
    head = GlobalHeadOut(allow_null=True)
    keys = KeyOut(many=True)


class ProofOut(s.Serializer):
    match = s.CharField()
    seq = s.IntegerField()
    viewer = s.IntegerField(allow_null=True)
    fairness = Object()
    seats = SeatSeedOut(many=True)
    match_seed = s.CharField(allow_null=True)
    head = ReceiptOut()
    keys = KeyOut(many=True)
    cards = CardProofOut(many=True)
    global_log = GlobalEntryOut(many=True)


class RowOut(s.Serializer):
    core = s.CharField()
    hash = s.CharField()
    cells = s.ListField(child=Object())


@extend_schema_field({"type": ["integer", "string", "null"]})
class ViewerField(s.JSONField):
    """A seat, null for a spectator, or `all` for the whole of it."""


class SealOut(s.Serializer):
    key_id = s.CharField()
    signature = s.CharField()


class BundleOut(s.Serializer):
    format = s.ChoiceField(choices=["comptoir-bundle/2"])
    match = s.CharField()
    viewer = ViewerField()
    game = s.CharField()
    rules_version = s.IntegerField()
    deck = s.ListField(child=s.CharField())
    events = RowOut(many=True)
    head = ReceiptOut()
    keys = KeyOut(many=True)
    match_seed = s.CharField(allow_null=True)
    cards = CardProofOut(many=True)
    global_log = GlobalEntryOut(many=True)
    seal = SealOut()
    receipts = ReceiptOut(many=True)
