/** The client's own texts in English. Keys with `.one` are for a singular `n`. */

export default {
  // frame
  unit_coins: "coins", "unit_coins.one": "coin", the_table: "The table", best_are_taken: "Your best cards are taken for the taxes: you choose none.", no_taxes_of_you: "Nobody takes a card from you for the taxes.", see_offers: "See the {n} offers", "see_offers.one": "See the offer",
  deals_payable: "framed: you can pay these {n} now", "deals_payable.one": "framed: you can pay it now", pawn_let_go: "You hold the pawn, but you cannot pay for any deal on the table: let it go.",
  everybody: "everybody",
  skip: "Skip to the content", pages: "Pages", play: "Play", my_matches: "My matches", rules: "Rules", verify: "Verify", language: "Language", sign_in: "Sign in", close: "Close", cancel: "Cancel",
  to_dark: "Dark colours", to_light: "Light colours", turns_wait: "{n} tables are waiting for you", "turns_wait.one": "1 table is waiting for you", missing: "This page does not exist.", to_start: "To the first page", theme: "Colours",
  // first minute
  slogan: "Trade, bluff, say no", slogan_1: "Trade, bluff,", slogan_2: "say no.", promise: "Card games against bots right away, or among friends over several days. Nothing to install, no account to create.",
  choose_game: "Choose a game", n_players: "{n} players", players_from_to: "{min} to {max} players", game: "Game", opponents: "Opponents", play_words: "Play", against: "against", as: "as", n_bots: "{n} bots", "n_bots.one": "1 bot",
  your_name: "Your name", more_options: "more options", short_match: "short match: {what}", about_minutes: "about {n} minutes", about_hours: "about {n} hours", start: "Start", open_tables: "Open tables", open_a_table: "Open a table", no_tables: "No open table. Open one, or play against bots.", new_tables: "{n} new tables", "new_tables.one": "1 new table",
  table_of: "table of {name}", sit_down: "Sit down", watch: "Watch", back_to_table: "Back to the table", seats_taken: "{n} of {of} seats taken", shuffle_title: "The shuffle can be checked",
  shuffle_text: "Each player adds a secret to it, and each move is sealed. A finished match can be replayed step by step and checked in your browser, even offline.", verify_a_match: "Check a match",
  // people and time
  seat_n: "Seat {n}", bot_n: "Bot {n}", bot: "bot", open_seat: "open seat", you: "You", somebody: "somebody", you_object: "you", days: "{n} days", "days.one": "1 day", no_clock: "no clock", per_move: "{time} a move", bank_and_increment: "{bank} + {increment} a move", time_left: "{time} left", until: "until then",
  less: "less: {what}", more: "more: {what}",
  // table
  no_answer: "The server does not answer. Check your connection, then try again.", no_reason: "The server could not do this (HTTP {status}).", request_number: "(request {id})",
  offer_gone: "This offer is gone.",
  learn: "Learn by playing", laying_table: "Loading the table…", no_such_table: "This table does not exist, or you may not see it", something_wrong: "Something went wrong", log: "Log", talk: "Talk", menu: "Menu", line_live: "live", line_waiting: "reconnecting", line_broken: "not connected",
  next_table: "Next table ({n})", question: "Question", your_turn: "Your turn", you_may: "You may", answered_yet: "Answered ✓ – you can still change it", answered_wait: "Answered. Waiting for the others.", waiting_for: "Waiting for {names}.", a_moment: "One moment…",
  plays_left: "{n} plays left", "plays_left.one": "1 play left", your_move: "Your move", with_this: "With {card}:", choose_what: "choose: {what}", perhaps: "+ {what}", no_connection: "No connection", sending: "Sending…", your_hand: "Your hand, {n} cards", no_cards: "No cards in hand",
  face_down: "face down", can_be_played: "can be played", is_chosen: "chosen", n_cards: "{n} cards", "n_cards.one": "1 card", their_turn: "their turn", awaited: "has to act", gone: "gave up", zone_of: "{name}, {n} cards", hint: "Press a marked card or a button to begin a move.", got_it: "Got it", only_end_turn: "Your hand is filled: end your turn.", how_to_play: "How it is played", pawn_no_deal: "You cannot pay for any deal now.", new_question: "Another question waits: {what}", coins_unknown: "shown", "changed_times.one": "changed once", changed_times: "changed {n} times", details_of: "Show the card",
  not_this_way: "not this way", nothing: "nothing", hidden: "hidden", a_card: "a card", place_n: "place {n}", n_coins: "{n} coins", "n_coins.one": "1 coin",
  amount_count: "{n}", amount_worth: "{n}M", amount_sum: "{n}", exactly: "exactly {n}", from_to: "{low} to {high}", short_of: "{n} short", no_change: "{n} too much, no change is given", too_many: "{n} too many", enough: "enough", sum_fits: "the sum is right", chosen_of: "Chosen: {n} of {of}", chosen: "Chosen: {n}",
  just_enough: "Just enough", change_hint: "No change is given.", used_as: "Used as", order_hint: "In the order in which you press them; the last one ends on top.",
  hold_it: "Hold:", still_left: "End the turn? {left}.",
  // the pace of the others
  pace: "Pace of the others", pace_slow: "slow", pace_normal: "normal", pace_quick: "quick", pace_once: "at once", skip_to_me: "Skip to me", skip_to_now: "Skip to now", n_times: "{n} times", shown_again: "Shown again: what has happened", back_to_now: "Back to now",
  // offers
  answer_with: "{what}: answer with a counter-offer",
  offers: "Offers", no_offers: "Nothing is on offer.", for: "for", to_all: "to all", to_names: "to {names}", counters: "a counter-offer", you_lack: "you lack {what}", not_now: "not now", your_card: "the card for sale",
  // log
  nothing_yet: "Nothing has happened yet.", nobody_spoke: "Nobody has spoken yet.", talk_to_table: "Talk to the table…", send: "Send", withdrawn: "withdrawn by the operator",
  "row.match.created": "The table was opened.", "row.seat.joined": "sat down", "row.seat.left": "left the table", "row.match.started": "The cards are dealt.", "row.clock": "Time is up: the clock answered.", "row.match.over": "The match is over.", "row.match.void": "The match is void.", "row.seed.opened": "The secrets of the shuffle are revealed.",
  "row.seat.resigned": "gave up", "row.seat.replaced": "was replaced", "row.move.undone": "The last move was taken back.", "row.match.paused": "The match is paused.", "row.match.resumed": "The match goes on.", "row.seat.vacation": "goes on vacation", "row.seed.committed": "sealed a secret", "row.seeds.closed": "All secrets are in.", "row.seed.revealed": "revealed a secret", "row.message": "spoke",
  // rooms and menu
  waiting_room: "The table fills", get_up: "Leave the table", seat_reserved: "A seat at this table is reserved for you: sit down, or decline it.", invite_link: "Link to this table", copy_link: "Copy the link", fairness_nonces: "Each player adds a secret to the shuffle; nobody can steer it alone.", fairness_commit_reveal: "Each player seals a secret, then reveals it; nobody can steer the shuffle.", fairness_fixed_seed: "A practice match: the shuffle is fixed.",
  standings: "Standings", you_won: "You have won!", a_draw: "A draw", won_by: "{names} won", match_over: "The match is over", status_aborted: "The match was stopped", status_void: "The match is void", status_finished: "The match is over", rematch: "Rematch", replay: "Replay", check_match: "Check this match", another_game: "Another game",
  resign: "Give up", resign_sure: "Give up – are you sure?", abort: "Propose to stop the match", abort_sure: "Stop the match – are you sure?",
  // replay
  nothing_at_stake: "Replay – nothing is at stake", seen_by: "Seen by", me: "me", spectator: "a spectator", everything: "all cards open", first: "First", back: "Back", playing: "Play", pause: "Pause", on: "Forward", last: "Last", speed: "Speed", row_of: "{n} of {of}", link_to_move: "Link to this move", copied: "Copied", fork: "Play on from here", timeline: "Timeline",
  // inbox, new, settings
  turn_here: "Your turn", waiting_others: "Waiting for others", open_ones: "Open", finished: "Finished", no_turn: "No table is waiting for you.", nothing_here: "Nothing here yet.", who_are_you: "Choose a name on the first page, or sign in.", more_seats: "Seats", seat_me: "me", seat_open: "open", seat_bot: "bot", seat_player: "by name", policy: "Strength", policy_greedy: "plays well", policy_uniform: "plays at random",
  clock: "Clock", clock_none: "None", clock_live: "Live: 1 min", clock_fast: "Fast: 1 h", clock_slow: "Slow: 1 day", clock_week: "By the week: 3 days", clock_own: "Another limit", clock_bank: "Bank of time", options: "Options", changed_options: "Changed", match_takes: "A match takes {time}.", none_changed: "All defaults.", create: "Open the table", visibility: "Who sees it", vis_public: "everybody", vis_unlisted: "anybody with the link", vis_private: "invited players", add_seat: "Add a seat", drop_seat: "Remove a seat", start_when: "Starts", when_full: "when full", manual: "when you start it", default_is: "default: {value}",
  settings: "Settings", name_and_language: "Name and language", signed_in_as: "Signed in as {name}.", sign_out: "Sign out", sign_out_guest: "Sign out (a guest without a password cannot come back)", password: "Password", name: "Name", looks: "Appearance", theme_auto: "like the system", theme_light: "light", theme_dark: "dark", motion: "Motion", motion_auto: "like the system", motion_on: "on", motion_off: "off", text_size: "Text size", confirm: "Press twice to play", confirm_clock: "where there is time", confirm_always: "always", confirm_never: "never", single_keys: "Single-key shortcuts (l, t, i, w, n, o, g, h, q, 1–9)", saved: "Saved", sign_in_again: "You are signed out here.", account: "My account",
  // rules
  about_goal: "What it is about.", about_turn: "How a turn goes.", about_end: "How one wins.", all_games: "All games", what_one_does: "Moves", when: "When", where: "Where the cards are", numbers: "What everybody sees", rulings: "Rulings", cards: "Cards",
  // words before blanks
  "slot.card": "a card", "slot.face": "a card", "slot.cards": "cards", "slot.target": "a player", "slot.targets": "players", "slot.group": "a group", "slot.colour": "a colour", "slot.given": "your card", "slot.place": "a card on the market", "slot.payment": "the price", "slot.audience": "for whom", "slot.give": "what you give", "slot.want": "what you want", "slot.good": "a good", "slot.goods": "goods", "slot.owner": "from whom", "slot.seeks": "what you are looking for", "slot.gives": "what you could give", "slot.taken": "a card to take", "slot.copy": "what it copies", "slot.others": "an order for the others", "slot.value": "a value", "slot.tile": "a deal", "slot.to": "where to", "slot.partner": "with whom", "slot.seat": "a player", "slot.thrown": "a card to throw away", "slot.place.face": "face up or face down", "slot.offer.face": "face up or face down", "slot.doubles": "how often doubled",
  "lead.card": "", "lead.face": "", "lead.cards": "", "lead.target": "against", "lead.targets": "against", "lead.group": "on", "lead.colour": "as", "lead.doubles": "doubled", "lead.given": "giving", "lead.place": "", "lead.payment": "paying", "lead.audience": "to", "lead.give": "I give", "lead.want": "I want", "lead.coins": "coins", "lead.good": "", "lead.owner": "from", "lead.seeks": "looking for", "lead.gives": "could give",
  "lead.taken": "taking", "lead.copy": "as", "lead.others": "the others", "lead.value": "worth", "lead.tile": "", "lead.to": "to", "lead.wild": "", "lead.other": "with", "lead.goods": "", "lead.partner": "with", "lead.seat": "to", "lead.buy.cards": "with", "lead.place.face": "lying", "lead.offer.face": "lying", "lead.force.good": "asking for", "lead.discard.cards": "", "lead.thrown": "throwing away",
  // games' words that the API does not title
  "word.macaws": "Macaws", "word.pandas": "Pandas", "word.raccoons": "Raccoons", "word.squirrels": "Squirrels", "word.ocelots": "Ocelots", "word.chameleons": "Chameleons", "word.junk": "Junk", "word.technique": "technique", "word.passive": "passive", "word.greater_dalmuti": "Greater Dalmuti", "word.lesser_dalmuti": "Lesser Dalmuti", "word.commoner": "Commoner", "word.lesser_peon": "Lesser Peon", "word.greater_peon": "Greater Peon",
  // layouts
  to_beat: "To beat", points: "Points", n_of: "{n} × {what}", is_out: "✓ out", has_passed: "passed", last_act: "Last move", bank: "Bank", your_bank: "Your bank", your_groups: "Your groups", "groups_of.one": "{n} of {of} groups", groups_of: "{n} of {of} groups", draw_left: "to draw", owes: "{seat} claims {n}M from you", leads: "lead any set", deals: "Deals", stock: "Stock", for_sale: "For sale", seller_is: "{seat} sells", goods_of_8: "Goods: {n} of 8", said: "Said, not promised", deck_n: "deck", stall_of: "Stall", market: "Market", price_is: "{value} + {place} = {price}", nobody_leads: "Nobody has played yet.", new_trick: "A new trick begins.", pawn: "The pawn!", jester_with: "with {n} jesters", "jester_with.one": "with a jester",
  gives_it: "{seat} gives {to} {cards}", gives_you_it: "{seat} gives you {cards}", you_give_it: "You give {to} {cards}", lays_it: "{seat} lays {cards}",
  "way.hands": "Hands", "way.hands.is": "{n} hands", "way.hands.is.one": "1 hand", "way.total": "Points to reach", "way.total.is": "{n} points", "way.total.is.one": "1 point", "way.random": "Some, in a thousand", "way.random.is": "{n} in a thousand", "way.seat": "The seat with number", "way.seat.is": "seat {n}", yes: "yes", no: "no", no_value: "empty",
  nothing_left: "You have no plays left: end your turn.", only_accept: "You have no {card}, so you can only accept.",
  hand_of: "Hand {n} of {of}", hand_n: "Hand {n}", my_points: "you have {n} points", "my_points.one": "you have 1 point",
  has_sold: "has sold already", then: "Then:",
  // together
  to_rematch: "To the rematch", rematch_waits: "Waiting for {names} to agree to a rematch.", rematch_asked: "{names} would like a rematch.", withdraw: "Withdraw", make_link: "Make an invitation link", revoke_links: "Revoke the link", link_text: "Only those who are invited see this table. The link works for a week, until all seats are taken or you revoke it.", link_gone: "This link is unknown, has expired, or was revoked.", invited_here: "You are invited to a table", ratings: "Ratings", ratings_text: "A rating is what a player's skill very probably exceeds; everybody begins at 1000.", all_ratings: "All games", no_ratings: "No rated match has ended yet.", place: "Place", rating: "Rating", matches: "Matches", place_of: "place {n} of {of}", play_on_for: "Play on for {name}", leave: "Leave; a bot plays on", leave_sure: "Leave this table – are you sure?", new_rated: "Rated: the result counts for ratings (public, people only)", new_substitutes: "Substitutes: others may play on for somebody who leaves or is absent", spectator_delay: "Delay for spectators", no_delay: "none", watched_late: "You watch with a delay of {time}.",
  orders: "Orders", prepare_move: "Prepare a move", is_paused: "The match is paused.", forked_from: "To the match that this one comes from",
  // what comes while one is elsewhere
  colon: ": ", moved_on: "The table has moved on.",
  meanwhile: "{n} things happened meanwhile.",
  "meanwhile.one": "One thing happened meanwhile.",
  watch_them: "Watch them",
  notices: "Notices",
  notice_invited: "{game}: you are invited.",
  notice_match_started: "{game}: the cards are dealt.",
  notice_your_turn: "{game}: it is your turn.",
  notice_deadline_near: "{game}: your time runs out soon.",
  notice_round_drawn: "{game}: a round of your tournament is drawn.",
  notice_tournament_news: "{game}: news of your tournament.",
  notice_message: "{game}: {name} says something.",
  notice_match_over: "{game}: the match is over.",
  go_there: "Go there",
  invitations: "Invitations",
  accept_invitation: "Sit down",
  decline_invitation: "Decline",
  invited_by: "{name} invites you.",
  since: "since {time}",
  show_text: "Tell the table in words", show_table: "Show the table", text_tables: "Tables in words, for screen readers and for typing",
  order_so: "Always answer so…", alone_offer: "Do this for me from now on", alone_text: "Whenever nothing else is possible here, one of your orders answers after 3 to 25 seconds, so that nobody can tell that you had no choice.", alone_on: "One of your orders answers this in a moment.", alone_stop: "Stop that", on_vacation_until: "On vacation until {time}", on_vacation: "on vacation", in_the_bank: "In the bank",
};
