"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from games.monopoly_deal.game import MonopolyDeal


class MonopolyDealVersion1(MonopolyDeal):
    """The rules as first released."""

    version = 1
    resigned_answers_count = True
