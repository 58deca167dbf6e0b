"""The problems of clubs."""

from events.base.exceptions import Problem


class TooManyClubs(Problem):
    """The player owns as many clubs as they may."""

    code, status = "too_many_clubs", 409


class ClubFull(Problem):
    """The club has as many members as it may."""

    code, status = "club_full", 409


class AlreadyMember(Problem):
    """The player is a member of the club."""

    code, status = "already_member", 409


class OwnerStays(Problem):
    """The owner of a club has to hand it on first."""

    code, status = "owner_stays", 409
