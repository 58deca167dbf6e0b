"""The terminal's own texts, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "mine": "Your matches",
        "open": "Open tables",
        "new": "a new match against bots",
        "leave": "leave",
        "free": "free",
        "free_seats": "open",
        "sealing": "about to start",
        "running": "running",
        "which": "Which",
        "which_game": "Which game",
        "how_many": "How many players, {low} to {high}",
        "a_number": "A number from {low} to {high}; q goes back.",
        "your_answer": "Your answer",
        "change": "Another answer, or Enter to wait",
        "your_name": "Your name",
        "waiting": "Nothing is asked of you; waiting (Ctrl-C goes back).",
        "unreachable": "The server does not answer.",
        "menu_help": "A number plays at your match, or takes a seat at an open table; n begins a new match; q leaves.",
        "help": "Answer with a number, several with + between them, or in words. t shows the table again; q goes back, "
        "and the match goes on.",
    },
    "fr": {
        "mine": "Vos parties",
        "open": "Tables ouvertes",
        "new": "une nouvelle partie contre des bots",
        "leave": "quitter",
        "free": "libre",
        "free_seats": "ouverte",
        "sealing": "sur le point de commencer",
        "running": "en cours",
        "which": "Laquelle",
        "which_game": "Quel jeu",
        "how_many": "Combien de joueurs, de {low} à {high}",
        "a_number": "Un nombre de {low} à {high}\u202f; q pour revenir.",
        "your_answer": "Votre réponse",
        "change": "Une autre réponse, ou Entrée pour attendre",
        "your_name": "Votre nom",
        "waiting": "Rien ne vous est demandé\u202f; en attente (Ctrl-C pour revenir).",
        "unreachable": "Le serveur ne répond pas.",
        "menu_help": "Un numéro joue à votre partie, ou prend place à une table ouverte\u202f; n commence une "
        "partie\u202f; q quitte.",
        "help": "Répondez par un numéro, plusieurs avec + entre eux, ou par des mots. t montre la table de "
        "nouveau\u202f; q revient, et la partie continue.",
    },
}
