"""The random numbers of the playouts: xoshiro256** by Blackman and Vigna, seeded by SplitMix64.

The core draws the same numbers, so that its playouts and these can be compared exactly.
"""

from __future__ import annotations

WORD = 2**64 - 1  # the greatest 64-bit word; `& WORD` keeps a sum, product or shift to 64 bits


def rotated(word: int, bits: int) -> int:
    """Rotate the 64 bits of `word` to the left."""
    return (word << bits | word >> (64 - bits)) & WORD


def splitmix64(seed: int, count: int) -> tuple[int, ...]:
    """Return the first `count` outputs of SplitMix64 started at `seed`."""
    words = []
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & WORD
        word = state
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
        words.append(word ^ word >> 31)
    return tuple(words)


class Xoshiro256:
    """The generator xoshiro256**."""

    def __init__(self, seed: int) -> None:
        self.words = splitmix64(seed, 4)

    def next(self) -> int:
        """Draw the next 64-bit word."""
        a, b, c, d = self.words
        result = (rotated((b * 5) & WORD, 7) * 9) & WORD
        shifted = (b << 17) & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotated(d, 45)
        self.words = (a, b, c, d)
        return result

    def below(self, n: int) -> int:
        """Draw from 0 to n - 1, each equally likely (Lemire's method with 32 bits); n from 1 to 2**32."""
        product = (self.next() >> 32) * n
        if product % 2**32 < n:
            unfair = (2**32 - n) % n
            while product % 2**32 < unfair:
                product = (self.next() >> 32) * n
        return product >> 32
