"""Learning curves as SVG: the mean reward against each opponent, with its 95 % interval, by the number of decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, EDGE = 640, 320, 48
COLOURS = "#08519c", "#a63603", "#006d2c", "#54278f"


def svg(title: str, points: Sequence[Mapping[str, Any]]) -> str:
    """Returns the plot of the points of a curve (`train`). A dashed line marks the reward of equal players."""
    last = points[-1]["decisions"] or 1
    lines = "".join(
        _line(name, place, [(point["decisions"] / last, *point["against"][name]) for point in points])
        for place, name in enumerate(points[-1]["against"])
    )
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{_y(reward) + 4:.1f}" text-anchor="end">{reward:+.1f}</text>'
        for reward in (-1.0, -0.5, 0.0, 0.5, 1.0)
    )
    minutes = points[-1]["seconds"] / 60
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{title}</text>{marks}'
        f'<line x1="{EDGE}" x2="{WIDTH - 12}" y1="{_y(0):.1f}" y2="{_y(0):.1f}" stroke="gray" '
        f'stroke-dasharray="4 4"/>{lines}<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">'
        f"decisions: 0 to {last:,}, in {minutes:.0f} minutes</text></svg>\n"
    )


def _line(name: str, place: int, points: Sequence[tuple[float, float, float]]) -> str:
    colour = COLOURS[place % len(COLOURS)]
    mean = [f"{_x(share):.1f},{_y(reward):.1f}" for share, reward, _ in points]
    upper = [f"{_x(share):.1f},{_y(min(1.0, reward + margin)):.1f}" for share, reward, margin in points]
    lower = [f"{_x(share):.1f},{_y(max(-1.0, reward - margin)):.1f}" for share, reward, margin in points]
    return (
        f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{colour}" opacity="0.2"/>'
        f'<polyline points="{" ".join(mean)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{WIDTH - 16}" y="{HEIGHT - EDGE - 6 - 16 * place}" text-anchor="end" fill="{colour}">'
        f"among {name}</text>"
    )


def _x(share: float) -> float:
    return EDGE + (WIDTH - EDGE - 12) * share


def _y(reward: float) -> float:
    return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (reward + 1) / 2
