// boardgame.io's server with a game like Great Dalmuti, on PostgreSQL: `node server.mjs PORT HOST USER DATABASE`.
import { createRequire } from "node:module";
import { Dalmuti } from "./dalmuti.mjs";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");

const [port, host, username, database] = process.argv.slice(2);
const db = new PostgresStore({ host, username, database, logging: false, pool: { max: 8 } });
// The server alone plays a move: its clients wait for it, as ours do, and do not play it in advance.
const play = { move: Dalmuti.moves.play, client: false };
Server({ games: [{ name: "dalmuti", ...Dalmuti, moves: { play } }], db }).run(Number(port));
