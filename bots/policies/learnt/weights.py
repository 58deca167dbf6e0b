"""The weights of a network as a Safetensors file, read and written without NumPy.

A file contains the length of a header in eight bytes, the header as JSON, and the numbers. Only the type F16 is used
here: half-precision numbers, which Python floats represent exactly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from struct import pack, unpack, unpack_from
from typing import Any, NamedTuple

Matrix = Sequence[Sequence[float]]


class Weights(NamedTuple):
    """The weights of a network.

    about: a text about how they were made; layers: for each layer, its matrix (a row for each input) and its biases.
    """

    about: Mapping[str, str]
    layers: tuple[tuple[Matrix, Sequence[float]], ...]


def written(weights: Weights) -> bytes:
    """Returns weights as a file, rounded to half precision."""
    header: dict[str, object] = {"__metadata__": dict(weights.about)}
    body = bytearray()
    for number, (matrix, biases) in enumerate(weights.layers):
        shapes = {"matrix": (len(matrix), len(biases)), "biases": (len(biases),)}
        rows = {"matrix": [value for row in matrix for value in row], "biases": list(biases)}
        for name, shape in shapes.items():
            begin = len(body)
            body += pack(f"<{len(rows[name])}e", *rows[name])
            header[f"{number}.{name}"] = {"dtype": "F16", "shape": shape, "data_offsets": (begin, len(body))}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return pack("<Q", len(text)) + text + body


def read(file: bytes) -> Weights:
    """Reads weights from a file. Raises ValueError if the file has another format."""
    header = _header(file)
    first = 8 + unpack_from("<Q", file)[0]
    layers = []
    for number in range(len(header) // 2):
        matrix, biases = header[f"{number}.matrix"], header[f"{number}.biases"]
        flat, (rows, width) = _numbers(file, first, matrix), matrix["shape"]
        cut = [flat[row * width : (row + 1) * width] for row in range(rows)]
        layers.append((cut, _numbers(file, first, biases)))
    return Weights(header["__metadata__"], tuple(layers))


def _header(file: bytes) -> dict:  # type: ignore[type-arg]
    if len(file) < 8 or len(file) < 8 + unpack_from("<Q", file)[0]:
        raise ValueError(f"expected a file of weights, got {len(file)} bytes")
    header: dict = json.loads(file[8 : 8 + unpack_from("<Q", file)[0]])  # type: ignore[type-arg]
    return header


def _numbers(file: bytes, first: int, entry: Mapping[str, Any]) -> list[float]:
    if entry["dtype"] != "F16":
        raise ValueError(f"expected numbers of type F16, got {entry['dtype']!r}")
    begin, end = entry["data_offsets"]
    return list(unpack(f"<{(end - begin) // 2}e", file[first + begin : first + end]))
