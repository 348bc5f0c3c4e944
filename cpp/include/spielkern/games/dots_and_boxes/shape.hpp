#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/core/keys.hpp"
#include "spielkern/games/dots_and_boxes/geometry.hpp"

namespace spielkern::dots_and_boxes {

class Shapes {
 public:
  static constexpr unsigned bits = 62;

  explicit Shapes(const Geometry& board) : boxes_(board.boxes()) {
    for (int box = 0; box < boxes_; ++box) {
      std::size_t side = 0;
      for (Edges left = board.box_edges(box); left != 0; left &= left - 1, ++side) {
        const int edge = std::countr_zero(left);
        const auto& both = board.boxes_of(edge);
        const std::uint8_t other = both[0] == box ? both[1] : both[0];
        sides_[at(box)][side] = {bit(edge), other == Geometry::no_box ? ground : other};
      }
    }
    for (std::size_t used = 0; used < words_.size(); ++used) make_words(used);
  }

  std::optional<std::uint64_t> code(Edges free) const {
    // Who is next to whom.
    std::array<std::array<std::uint8_t, 4>, max_boxes> next;
    std::array<std::uint8_t, max_boxes> degree;
    std::array<std::uint64_t, max_boxes + 1> colour;
    std::array<std::uint64_t, max_boxes + 1> mixed;
    std::array<std::uint8_t, max_boxes> open;
    std::size_t count = 0;
    for (std::size_t box = 0; box < at(boxes_); ++box) {
      std::uint8_t strings = 0;
      for (const Side& side : sides_[box]) {
        if ((free & side.edge) != 0) next[box][strings++] = side.box;
      }
      degree[box] = strings;
      if (strings != 0) open[count++] = static_cast<std::uint8_t>(box);
      colour[box] = strings;
    }
    colour[ground] = 0x9e3779b97f4a7c15U;
    mixed[ground] = colour[ground];
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t z = colour[open[i]] * 0xbf58476d1ce4e5b9U;
        mixed[open[i]] = z ^ (z >> 29);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t box = open[i];
        std::uint64_t sum = mixed[box] * 5;
        for (std::size_t s = 0; s < degree[box]; ++s) sum += mixed[next[box][s]];
        colour[box] = sum;
      }
    }
    // Coins in the order they are met, greatest colour first.
    std::array<std::uint8_t, max_boxes> queue;
    std::array<std::uint8_t, max_boxes> place;
    std::array<std::uint8_t, max_boxes> used{};
    place.fill(unseen);
    std::uint64_t code = count;
    unsigned size = 5;
    std::size_t queued = 0;
    const auto put = [&](std::uint64_t symbol, unsigned length) {
      if (size < bits) code |= symbol << size;
      size += length;
    };
    for (std::size_t done = 0; done < count; ++done) {
      if (done == queued) {
        std::size_t root = 0;
        std::uint64_t greatest = 0;
        for (std::size_t i = 0; i < count; ++i) {
          if (place[open[i]] == unseen && colour[open[i]] >= greatest) {
            greatest = colour[open[i]];
            root = open[i];
          }
        }
        place[root] = static_cast<std::uint8_t>(queued);
        queue[queued++] = static_cast<std::uint8_t>(root);
      }
      const std::size_t box = queue[done];
      std::size_t grounds = 0;
      std::size_t backs = 0;
      std::size_t fresh = 0;
      std::array<std::uint8_t, 4> back;
      std::array<std::uint8_t, 4> news;
      for (std::size_t s = 0; s < degree[box]; ++s) {
        const std::uint8_t other = next[box][s];
        if (other == ground) {
          ++grounds;
        } else if (place[other] == unseen) {
          std::size_t j = fresh++;
          for (; j > 0 && colour[news[j - 1]] < colour[other]; --j) news[j] = news[j - 1];
          news[j] = other;
        } else if (place[other] > done) {
          std::size_t j = backs++;
          for (; j > 0 && back[j - 1] > place[other]; --j) back[j] = back[j - 1];
          back[j] = place[other];
          ++used[other];
        }
      }
      const Word& word = words_[used[box]][grounds * 25 + backs * 5 + fresh];
      put(word.bits, word.length);
      const auto width = static_cast<unsigned>(std::bit_width(queued - done - 2));
      for (std::size_t i = 0; i < backs; ++i) put(back[i] - done - 1, queued - done > 1 ? width : 0);
      for (std::size_t i = 0; i < fresh; ++i) {
        place[news[i]] = static_cast<std::uint8_t>(queued);
        queue[queued++] = news[i];
        ++used[news[i]];
      }
    }
    if (size > bits) return std::nullopt;
    return code;
  }

 private:
  static constexpr std::uint8_t ground = max_boxes;
  static constexpr std::uint8_t unseen = 255;
  static constexpr int rounds = 5;
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  struct Side {
    Edges edge;
    std::uint8_t box;
  };

  // What is written for a coin: how many of its strings that are not written yet lead to the ground, back and on.
  struct Word {
    std::uint16_t bits = 0;
    std::uint16_t length = 0;
  };

  // Huffman's code, the first bit lowest.
  void make_words(std::size_t used) {
    static constexpr std::array<double, 5> to_ground{1, 0.5, 0.2, 0.02, 0.01};
    static constexpr std::array<double, 5> back{1, 0.08, 0.005, 0.001, 0.001};
    static constexpr std::array<double, 5> on{1, 0.8, 0.12, 0.015, 0.003};
    struct Group {
      double weight;
      std::vector<std::size_t> symbols;
    };
    std::vector<Group> groups;
    for (std::size_t g = 0; g <= 4; ++g) {
      for (std::size_t b = 0; b <= 4; ++b) {
        for (std::size_t n = 0; n <= 4; ++n) {
          const std::size_t strings = used + g + b + n;
          if (strings >= 2 && strings <= 4) groups.push_back({to_ground[g] * back[b] * on[n], {g * 25 + b * 5 + n}});
        }
      }
    }
    while (groups.size() > 1) {
      std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.weight > b.weight; });
      Group last = std::move(groups.back());
      groups.pop_back();
      Group& joined = groups.back();
      for (const std::size_t symbol : joined.symbols) prepend(words_[used][symbol], 0);
      for (const std::size_t symbol : last.symbols) prepend(words_[used][symbol], 1);
      joined.weight += last.weight;
      joined.symbols.insert(joined.symbols.end(), last.symbols.begin(), last.symbols.end());
    }
  }
  static void prepend(Word& word, unsigned first) {
    word.bits = static_cast<std::uint16_t>(word.bits << 1 | first);
    ++word.length;
  }

  int boxes_;
  std::array<std::array<Word, 125>, 5> words_{};
  std::array<std::array<Side, 4>, max_boxes> sides_{};
};

}  // namespace spielkern::dots_and_boxes
