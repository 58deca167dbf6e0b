"""A plot of an arena as SVG: the mean win rate and its interval after each deal."""

from __future__ import annotations

from collections.abc import Sequence

from bots.arena.results import ArenaResult, by_deal

WIDTH, HEIGHT, EDGE = 640, 320, 48


def svg(matches: Sequence[ArenaResult], seats: int, title: str) -> str:
    """Returns the plot. A dashed line marks the win rate of equal players."""
    deals = sorted({match.deal for match in matches})
    points = [
        by_deal([match for match in matches if match.deal in deals[: number + 1]], lambda m: m.win)
        for number in range(len(deals))
    ]
    xs = [_x(number, len(deals)) for number in range(len(deals))]
    upper = [f"{x:.1f},{_y(min(1.0, p.mean + min(p.margin, 1.0))):.1f}" for x, p in zip(xs, points, strict=True)]
    lower = [f"{x:.1f},{_y(max(0.0, p.mean - min(p.margin, 1.0))):.1f}" for x, p in zip(xs, points, strict=True)]
    mean = [f"{x:.1f},{_y(p.mean):.1f}" for x, p in zip(xs, points, strict=True)]
    chance = _y(1 / seats)
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{_y(share) + 4:.1f}" text-anchor="end">{round(100 * share)} %</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{title}</text>{marks}'
        f'<line x1="{EDGE}" x2="{WIDTH - 12}" y1="{chance:.1f}" y2="{chance:.1f}" stroke="gray" '
        f'stroke-dasharray="4 4"/><polygon points="{" ".join([*upper, *reversed(lower)])}" fill="#9ecae1" '
        f'opacity="0.5"/><polyline points="{" ".join(mean)}" fill="none" stroke="#08519c" stroke-width="2"/>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">deals: {len(deals)}</text></svg>\n'
    )


def _x(number: int, deals: int) -> float:
    return EDGE + (WIDTH - EDGE - 12) * (number + 1) / max(deals, 1)


def _y(share: float) -> float:
    return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share
