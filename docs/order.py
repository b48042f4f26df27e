"""The order of Zenith, version 1, written from order.md: plain, slow, all rows in lists.

python3 order.py '{"splits": [7, 0, 5, 4], "kind": "windowed", "seed": 42, "window": 8, "lanes": 2,
                   "globalBatch": 4, "end": "keep", "epoch": 0, "world": 1}' ...

For each argument it prints one line per step and rank. "largestBlock" is 2^20 unless it is given.
"""
import json
import sys

M64 = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
BLOCKS, PIECES, ROWS, POSITIONS = 1, 2, 3, 4


def mix(word):
    z = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def key(seed, purpose, epoch, lane, window):
    h = 0
    for word in (seed, purpose, epoch, lane, window):
        h = mix(((h ^ (word & M64)) + STEP) & M64)
    return h


def hash32(x):
    h = (x * 0x85EBCA6B) & 0xFFFFFFFF
    h ^= h >> 15
    return (h * 0xC2B2AE35) & 0xFFFFFFFF


def permutation(k, n):
    """The list of what 0, 1, ... n - 1 become."""
    if n <= 1:
        return list(range(n))
    bits = max(8, (n - 1).bit_length())
    low_bits = bits // 2
    high_bits = bits - low_bits
    words = [mix((k + (i + 1) * STEP) & M64) for i in range(4)]
    keys = [half for word in words for half in (word & 0xFFFFFFFF, word >> 32)]

    def rounds(value):
        high, low = value >> low_bits, value & ((1 << low_bits) - 1)
        for r in range(0, 8, 2):
            high ^= hash32(low ^ keys[r]) >> (32 - high_bits)
            low ^= hash32(high ^ keys[r + 1]) >> (32 - low_bits)
        return high << low_bits | low

    result = []
    for i in range(n):
        value = rounds(i)
        while value >= n:
            value = rounds(value)
        result.append(value)
    return result


def permuted(items, spec, purpose, epoch=0, lane=0, window=0):
    if spec["kind"] == "none":
        return items
    k = key(spec["seed"], purpose, epoch, lane, window)
    return [items[i] for i in permutation(k, len(items))]


def blocks(spec):
    largest = spec.get("largestBlock", 1 << 20)
    result, row = [], 0
    for rows in spec["splits"]:
        parts = -(-rows // largest)
        for part in range(parts):
            size = rows // parts + (part < rows % parts)
            result.append(list(range(row, row + size)))
            row += size
    return result


def epoch_rows(spec):
    """The row of each position."""
    all_blocks, epoch, lanes = blocks(spec), spec["epoch"], spec["lanes"]
    if spec["kind"] == "global":
        return permuted([r for b in all_blocks for r in b], spec, POSITIONS, epoch)
    sequence = [(b, r) for b, rows in enumerate(permuted(all_blocks, spec, BLOCKS)) for r in rows]
    n, begin, orders = len(sequence), 0, []
    for lane in range(lanes):
        size = -(-max(0, n - lane) // lanes)
        pieces = {}
        for b, r in sequence[begin:begin + size]:
            pieces.setdefault(b, []).append(r)
        begin += size
        laid = [r for p in permuted(list(pieces.values()), spec, PIECES, epoch, lane) for r in p]
        w = -(-spec["window"] // lanes)
        orders.append([
            r for at in range(0, len(laid), w)
            for r in permuted(laid[at:at + w], spec, ROWS, epoch, lane, at // w)])
    return [orders[p % lanes][p // lanes] for p in range(n)]


def steps(spec):
    """Step, rank, its rows, and how many of them, at their end, are padding."""
    rows, g, lanes, world = epoch_rows(spec), spec["globalBatch"], spec["lanes"], spec["world"]
    drop, pad = spec["end"] == "drop", spec["end"] == "pad"
    for step in range(len(rows) // g if drop else -(-len(rows) // g)):
        positions = range(step * g, min(len(rows), (step + 1) * g))
        real = [rows[p] for p in sorted(positions, key=lambda p: (p % lanes, p // lanes))]
        n = g if pad else len(real)
        full = [real[i % len(real)] for i in range(n)]
        for rank in range(world):
            begin, end = rank * n // world, (rank + 1) * n // world
            yield step, rank, full[begin:end], max(0, end - max(begin, len(real)))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        spec = json.loads(argument)
        for step, rank, rows, padding in steps(spec):
            print(json.dumps({"epoch": spec["epoch"], "step": step, "rank": rank,
                              "rows": rows, "padding": padding}, separators=(",", ":")))
