/** A finished match for the app BG Stats. The app takes a play as JSON in the address of a page, and confirms before it stores the play. Pure. */

/** @import { Match } from "../types.js" */

const APP = "https://app.bgstatsapp.com/createPlay.html";
const DAY_MS = 86_400_000;

/** Returns a time in the app's format: UTC, to the second. @param {number} ms */
const moment = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/**
 * Returns a match in the app's format. The names are the names at the table; the app remembers the players and the game.
 * @param {Pick<Match, "head"|"game">} match @param {number[][]} standings @param {number[]|null} scores
 * @param {(seat: number) => string} named @param {number} endedMs
 */
export function playOf({ head, game }, standings, scores, named, endedMs) {
  const lasted = endedMs - Date.parse(head.created_at);
  const place = (seat) => {
    const at = standings.findIndex((tied) => tied.includes(seat));
    return 1 + standings.slice(0, at).flat().length;
  };
  return {
    sourceName: "Comptoir",
    sourcePlayId: head.id,
    playDate: moment(endedMs),
    ...(lasted < DAY_MS && { durationMin: Math.max(1, Math.round(lasted / 60_000)) }),
    location: "Comptoir",
    game: { name: game.title, sourceGameId: head.game, highestWins: true, noPoints: scores === null },
    players: head.seats.map(({ seat, player }) => ({
      name: named(seat),
      sourcePlayerId: player?.name ?? `bot ${seat + 1}`,
      startPlayer: false,
      rank: place(seat),
      winner: place(seat) === 1,
      ...(scores && { score: String(scores[seat]) }),
    })),
  };
}

/** Returns the address that passes a play to the app. @param {object} play */
export const addressOf = (play) => `${APP}?data=${encodeURIComponent(JSON.stringify(play))}`;
