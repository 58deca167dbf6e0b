"""A player who only clicks what is visible and enabled, at random but repeatably: no document, no API."""

from __future__ import annotations

import random
import time

from playwright.sync_api import Error, Page

RARE = (
    "withdraw retract recolour hide show seek give announce lot_coins release discard decline refuse go_on counter "
    "trade_places ask_help"
).split()

# Looks at the page once, chooses what to press, and marks it: the filled button if the move is whole, else something
# that fills a blank, else a verb. Verbs that only undo or talk are chosen seldom. Returns the verb, "" or null.
CHOOSE = """({chances: [a, b, c], rare, stuck}) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.disabled);
  const any = (list, chance) => list[Math.floor(chance * list.length)];
  document.querySelectorAll('[data-robot]').forEach((one) => one.removeAttribute('data-robot'));
  if (document.querySelector('.ending')) return 'ENDED';
  const whole = seen('#question [data-main].act, #question .verbs button.act');
  const begun = seen('#question .sentence .verb').length > 0;
  const blanks = begun ? seen(`#question .making [aria-checked=false], [data-editor] .stepper button:last-child, .felt button.card.lit:not(.chosen),
    button.seathead[aria-pressed=false], button.group.lit:not(.chosen), button[data-lit]:not(.pressed), button.ticket.lit:not(.chosen)`) : [];
  const verbs = seen('#question .verbs button[data-verb], .offer button[data-verb]');
  const affordable = document.querySelector('.ticket.affordable') !== null;
  const likely = verbs.filter((one) => !rare.includes(one.dataset.verb) && (one.dataset.verb !== 'grab' || affordable));
  let target = null;
  const bold = whole.filter((one) => one.dataset.verb !== 'grab' || affordable);
  if (bold.length && (a < .9 || stuck)) target = bold[0];
  else if (stuck >= 9) target = seen('[data-just-enough]')[0] ?? seen('#question .verbs .quiet')[0] ?? any(verbs, b);
  else if (blanks.length) target = any(blanks, b);
  else target = any(likely.length && c < .93 ? likely : c > .6 ? verbs : likely, b) ?? null;
  if (!target) return null;
  target.setAttribute('data-robot', '');
  return target.dataset.verb ?? '';
}"""


class Robot:
    """Plays at one page until the match is over; `clicks` counts what it pressed, `verbs` what it began."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.clicks = 0
        self.verbs: dict[str, int] = {}
        self.stuck = 0
        self.ended = False

    def play(self, seconds: float) -> bool:
        """Clicks until the standings show; returns whether they did in time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.ended:
            self.step()
        return self.ended

    def step(self) -> None:
        """One click, if there is anything to click."""
        chances = [self.chance.random() for _ in range(3)]
        verb = self.page.evaluate(CHOOSE, {"chances": chances, "rare": RARE, "stuck": self.stuck})
        if verb == "ENDED":
            self.ended = True
        elif verb is None:
            self.page.wait_for_timeout(40)
        else:
            self.press(verb)

    def press(self, verb: str) -> None:
        """Clicks as a person would; what has gone in the meantime is left alone."""
        try:
            self.page.locator("[data-robot]").click(timeout=800)
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            return
        self.clicks += 1
        self.stuck = 0 if verb else self.stuck + 1
        if verb:
            self.verbs[verb] = self.verbs.get(verb, 0) + 1
