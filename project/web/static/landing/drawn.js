/** A table as a small stage: seats around an oval with their zones, the pile, the moving card, an arrow. */

import { CardArt } from "../cards/card.js";
import { characterOf, face as faceArt, seatColour } from "../cards/faces.js";
import { MiniArt } from "../cards/mini.js";
import { html } from "../vendor/preact.js";
import { attackOf, MIDDLE, placesOf, shownBy } from "./places.js";

const GROUPS_MOST = 3;
const CARDS_MOST = 3;
const ASIDE = new Set(["hand", "deck", "discard", "bank", "drawn", "swap"]);

/** Draws the table: seats around an oval with their zones, the piles, the moving card. */
export function Drawn({ game, head, view, row }) {
  const places = placesOf(view.seats);
  const shown = row && shownBy(row);
  const attack = attackOf(shown);
  const mouth = (seat) => (attack?.[0] === seat ? "sly" : attack?.[1] === seat ? "sad" : "calm");
  return html`${attack && html`<${Arrow} from=${places[attack[0]]} to=${places[attack[1]]} />`}
    ${places.map(
      (place, seat) =>
        html`<div key=${seat} class=${`stage-seat${row?.seat === seat ? " acts" : ""}`} style=${at(place)}>
            <${Face} head=${head} seat=${seat} mouth=${mouth(seat)} />
          </div>
          <div key=${`${seat} cards`} class="stage-cards" style=${at(inward(place))}>
            <${Lying} game=${game} view=${view} seat=${seat} />
          </div>`,
    )}
    <div class="stage-piles" style=${at(MIDDLE)}>
      <span class="stage-card"><${CardArt} game=${game} face=${null} /></span>
    </div>
    ${shown && html`<${Moving} key=${row.seq} game=${game} shown=${shown} places=${places} />`}`;
}

const at = ({ x, y }) => ({ left: `${x}%`, top: `${y}%` });
/** Returns the place of a seat's cards, from its face towards the middle. */
const inward = ({ x, y }) =>
  Math.abs(y - MIDDLE.y) < 12 ? { x: x + (x < MIDDLE.x ? 7 : -7), y: y + 29 } : { x: x + 18, y };

function Face({ head, seat, mouth }) {
  const character = characterOf(seat, head);
  if (!character) return null;
  return html`${faceArt(character.id, { size: 82, colour: seatColour(seat), mouth })}<b>${character.name}</b>`;
}

/** The groups in front of a seat, as small cards. */
function Lying({ game, view, seat }) {
  const groups = view.zones
    .filter((zone) => zone.seat === seat && !ASIDE.has(zone.name) && zone.cards.some((card) => card in view.faces))
    .sort((one, other) => other.cards.length - one.cards.length)
    .slice(0, GROUPS_MOST);
  return groups.map(
    (zone) =>
      html`<span class="stage-group" key=${`${zone.name} ${zone.number}`}
        >${zone.cards
          .slice(0, CARDS_MOST)
          .map(
            (card) =>
              html`<span
                ><${MiniArt} game=${game} face=${zone.name in (game.faces ?? {}) ? zone.name : view.faces[card]?.face}
              /></span>`,
          )}</span
      >`,
  );
}

/** The card that a row moves, between the two seats, or in front of the acting seat. */
function Moving({ game, shown, places }) {
  const [from, to] = [shown.from, shown.to].map((seat) => (seat === null ? MIDDLE : places[seat]));
  const isBetween = attackOf(shown) !== null;
  const place = isBetween
    ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 4 }
    : inward(shown.from === null ? to : from);
  const face = { face: shown.face, name: shown.face, ...game.faces?.[shown.face] };
  return html`<span class="stage-card moving" style=${at(place)}><${CardArt} game=${game} face=${face} /></span>`;
}

/** An arrow from one seat to another, curved towards the middle. */
function Arrow({ from, to }) {
  const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 14 };
  const end = { x: to.x + (bend.x - to.x) * 0.34, y: to.y + (bend.y - to.y) * 0.34 };
  const path = `M${from.x * 7.56} ${from.y * 3.88}Q${bend.x * 7.56} ${bend.y * 3.88} ${end.x * 7.56} ${end.y * 3.88}`;
  const turn = (Math.atan2((end.y - bend.y) * 3.88, (end.x - bend.x) * 7.56) * 180) / Math.PI;
  return html`<svg class="stage-arrow" viewBox="0 0 756 388" preserveAspectRatio="none">
    <path class="under" d=${path} />
    <path d=${path} />
    <path
      class="tip"
      d="M0-11L24 0 0 11 6 0z"
      transform=${`translate(${end.x * 7.56} ${end.y * 3.88}) rotate(${turn})`}
    />
  </svg>`;
}
