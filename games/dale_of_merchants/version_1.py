"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from games.dale_of_merchants.game import DaleOfMerchants


class DaleOfMerchantsVersion1(DaleOfMerchants):
    """The rules as first released."""

    version = 1
    resigned_answers_count = True
