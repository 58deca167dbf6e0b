"""The problems of clubs."""

from events.base.exceptions import Problem


class TooManyClubs(Problem):
    """The player has reached the maximum number of clubs for one owner."""

    code, status = "too_many_clubs", 409


class ClubFull(Problem):
    """The club has reached its maximum number of members."""

    code, status = "club_full", 409


class AlreadyMember(Problem):
    """The player is already a member of the club."""

    code, status = "already_member", 409


class OwnerStays(Problem):
    """The owner cannot leave before making another member the owner of the club."""

    code, status = "owner_stays", 409
