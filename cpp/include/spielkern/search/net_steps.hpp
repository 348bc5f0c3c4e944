#pragma once

#include <algorithm>

namespace spielkern {

// What is known of a position's net: it lies between the two, both included.
struct Bounds {
  int lower;
  int upper;

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// How the value of a position hangs on that of a step, see NetProblem.
namespace net_steps {

inline constexpr int beyond = 1000;  // above all nets

// The least number of the parity of `remaining` that is not below `value`.
constexpr int of_parity(int value, int remaining) {
  return value + ((value ^ remaining) & 1);
}

// The value of a step, for the one who takes it, from the bounds of what comes after it.
template <class Step>
Bounds range(const Step& step, Bounds after) {
  if (!step.passes) return {step.points + after.lower, step.points + after.upper};
  if (step.deal == 0) return {step.points - after.upper, step.points - after.lower};
  const int low = after.lower + step.deal;
  const int high = after.upper + step.deal;
  const int least = low >= 0 ? low : high <= 0 ? -high : (low & 1);
  return {step.points - std::max(-low, high), step.points - least};
}

// Asks about what comes after a step until the step's value is known to be at least `aim`, or below. `reach(value)` answers
// with a bound of the net after the step: a lower one if that is at least `value`, else an upper one.
template <class Step, class Reach>
Bounds test(const Step& step, int remaining, int aim, Reach&& reach) {
  const auto bound_at = [&](int value) { return reach(of_parity(value, remaining)); };
  if (!step.passes) {
    const int needed = aim - step.points;
    const int bound = bound_at(needed);
    return bound >= needed ? Bounds{step.points + bound, beyond} : Bounds{-beyond, step.points + bound};
  }
  const int allowed = step.points - aim;  // so much may v be, or |v + deal|
  if (step.deal == 0) {
    const int bound = bound_at(allowed + 1);
    return bound > allowed ? Bounds{-beyond, step.points - bound} : Bounds{step.points - bound, beyond};
  }
  if (allowed < 0) return {-beyond, step.points};
  const int above = bound_at(allowed - step.deal + 1) + step.deal;
  if (above > allowed) return {-beyond, step.points - above};
  const int below = bound_at(-allowed - step.deal) + step.deal;
  if (below < -allowed) return {-beyond, step.points + below};
  return {step.points - std::max(above, -below), beyond};
}

// Narrows bounds, both of the parity of all values between them, to one value by questions "is it at least so much?", and
// begins with the one nearest to zero. `ask(aim)` answers as `reach` does; `told(bounds)` hears of every narrowing.
template <class Ask, class Told>
int narrowed(Bounds bounds, Ask&& ask, Told&& told) {
  for (int aim = bounds.upper & 1; bounds.lower < bounds.upper; told(bounds)) {
    aim = std::clamp(aim, bounds.lower + 2, bounds.upper);
    const int bound = ask(aim);
    (bound >= aim ? bounds.lower : bounds.upper) = bound;
    aim = bound >= aim ? bound + 2 : bound;
  }
  return bounds.lower;
}

}  // namespace net_steps

}  // namespace spielkern
