"""A table that is updated by folding rows of the log over a view. It knows no rules."""


class Table:
    """A view that rows are folded over. view: that at row 0, when the box has all cards; sets: zones without order."""

    def __init__(self, view, sets):
        self.view, self.sets = view, set(sets)
        self.printed = {face["face"]: face for face in view["faces"].values()}
        self.deadlines = {prompt["id"]: prompt["deadline"] for prompt in view["prompts"]}
        self.zones = {(z["name"], z["seat"], z["number"]): z["cards"] for z in view["zones"]}
        self.faces = {int(card): face["face"] for card, face in view["faces"].items()}

    def fold(self, row):
        """Brings the table to where it is after a row."""
        view = self.view
        for effect in row["effects"]:
            match effect["kind"]:
                case "moved":
                    self.move(effect)
                case "changed":
                    view["public"] |= effect["to"]
                case "prompted":
                    view["prompts"].append(effect["prompt"])
                case "answered":
                    for prompt in view["prompts"]:
                        if prompt["id"] == effect["prompt"] and prompt["mode"] == "once":
                            prompt["arrived"] = list(dict.fromkeys([*prompt["arrived"], effect["seat"]]))
                case "closed":
                    view["prompts"] = [prompt for prompt in view["prompts"] if prompt["id"] != effect["prompt"]]
                case "ended":
                    view |= {"standings": effect["standings"], "scores": effect["scores"], "prompts": []}
                    view["display"] = {"blank": {}}
        view |= {name: row[name] for name in ("seq", "to_act", "may_act")}
        self.deadlines = {deadline["prompt"]: deadline["at"] for deadline in row["deadlines"]}

    def move(self, effect):
        src, dst = (tuple(effect[end][part] for part in ("name", "seat", "number")) for end in ("src", "dst"))
        cards, there = self.zones[src], self.zones.get(dst, [])
        gone = {card for card in effect["cards"] if card is not None}
        self.zones[src] = [c for c in cards if c not in gone] if gone else cards[: len(cards) - len(effect["cards"])]
        if not self.zones[src] and src[2] is not None:
            del self.zones[src]  # a numbered zone vanishes with its last card
        for card in gone:
            del self.faces[card]
        self.faces |= {card: face for card, face in zip(effect["to"], effect["faces"]) if card is not None}
        place = len(there) if effect["index"] is None else effect["index"]
        self.zones[dst] = there[:place] + effect["to"] + there[place:]
        if dst[0] in self.sets and None not in self.zones[dst]:
            self.zones[dst].sort(key=lambda card: (self.faces[card], card))

    def as_view(self):
        """The table in the form of `/view`; `known`, which is inferred, is as it was at first."""
        zones = sorted(self.zones.items(), key=lambda item: [-1 if part is None else part for part in item[0]])
        faces = {str(card): self.printed[self.faces[card]] for card in sorted(self.faces)}
        parents = {prompt["parent"] for prompt in self.view["prompts"] if not prompt["beside"]}
        is_open = {prompt["id"]: prompt["beside"] or prompt["id"] not in parents for prompt in self.view["prompts"]}
        prompts = [
            prompt | {"open": is_open[prompt["id"]], "deadline": self.deadlines.get(prompt["id"])}
            for prompt in self.view["prompts"]
        ]
        zones = [dict(zip(("name", "seat", "number"), zone), cards=cards) for zone, cards in zones]
        return self.view | {"zones": zones, "faces": faces, "prompts": prompts}

    def differs(self, view):
        """The members in which the table is not the server's view."""
        mine = self.as_view()
        return [name for name in mine.keys() | view if name != "known" and mine.get(name) != view.get(name)]
