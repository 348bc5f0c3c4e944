#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "objects.hpp"
#include "python_control.hpp"
#include "register_nets.hpp"
#include "spielkern/solve/game_solution.hpp"
#include "spielkern/solve/grundy.hpp"
#include "values.hpp"

namespace spielkern::python {

inline std::optional<Result> to_result(const py::object& name) {
  if (name.is_none()) return std::nullopt;
  const std::string text = required_text(name, "value");
  for (const Result result : {Result::win, Result::loss, Result::draw}) {
    if (text == result_name(result)) return result;
  }
  throw py::value_error("value must be 'win', 'loss' or 'draw', not " + in_quotes(text));
}

// A solved game as Python holds it.
template <Deterministic G>
class SolutionObject {
  using S = SolvedSpace<G>;
  using Position = typename G::Position;

 public:
  SolutionObject(std::shared_ptr<RulesObject<G>> game, Solution<S> solution, std::uint64_t max_bytes)
      : game_(std::move(game)), max_bytes_(max_bytes), solution_(std::move(solution)) {}

  std::shared_ptr<RulesObject<G>> game() const { return game_; }
  const Solution<S>& solution() const { return solution_; }

  const Position& checked(py::handle position) const {
    const Position& own = position_under<G>(game_->rules, required_position<G>(position));
    if (!covers<G>(solution_, own)) throw RulesError("the position cannot be reached from the start");
    return own;
  }

  py::object value(py::handle position) const { return shared_value(solution_.value(checked(position))); }

  py::tuple best_moves(py::handle position) const { return objects(solution_.best_moves(checked(position))); }

  py::tuple line(py::handle position, py::handle max_plies) const {
    return objects(solution_.line(checked(position), plies_of_line(max_plies)));
  }

  // How many positions have which result, and which remoteness.
  py::tuple tally(const py::object& progress) const {
    const Tally tally = run(progress, [&](Control& control) { return solution_.tally(control); });
    return py::make_tuple(to_python(tally.counts), py::cast(tally.histogram));
  }

  py::dict reachable_counts(const py::object& progress) const {
    return to_python(run(progress, [&](Control& control) {
      const Position start = G::start(*game_->rules);
      if constexpr (HasSpaces<G>) {
        const typename Spaces<G>::Full full(*game_->rules);
        check_memory(reachable_bytes(full.size()), "counting reachable positions");
        return solution_.reachable_counts(full, start, control);
      } else {
        return solution_.reachable_counts(solution_.space(), start, control);
      }
    }));
  }

  // The next positions, from an index on, whose value fits; and the index to go on from. A long search is cut into
  // pieces so that the caller stays in charge.
  py::tuple find(py::handle begin, const py::object& value, const py::object& remoteness, bool reduced) const {
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto from = static_cast<Index>(required_number(begin, "begin", 0));
    const std::optional<Result> result = to_result(value);
    std::optional<std::uint32_t> plies;
    if (!remoteness.is_none()) {
      plies = static_cast<std::uint32_t>(required_number(remoteness, "remoteness", 0, most));
    }
    if constexpr (HasSpaces<G>) {
      if (!reduced) return find_in(typename Spaces<G>::Full(*game_->rules), from, result, plies);
    }
    return find_in(solution_.space(), from, result, plies);
  }

  std::uint32_t grundy(py::handle position) {
    if constexpr (Impartial<G>) {
      const Position own = checked(position);
      return run(py::none(), [&](Control& control) {
        const auto cell = static_cast<std::size_t>(solution_.space().rank(own));
        {
          const std::scoped_lock lock(grundy_mutex_);
          if (!grundy_.empty()) return grundy_[cell];
        }
        // Not under the lock: a signal's handler may ask for a value too, in this very thread.
        check_memory(grundy_bytes(solution_.space()), "finding Grundy values");
        GrundyValues values = grundy_values(solution_.space(), control);
        const std::scoped_lock lock(grundy_mutex_);
        if (grundy_.empty()) grundy_ = std::move(values);
        return grundy_[cell];
      });
    } else {
      throw RulesError(std::string(G::title) + " has no Grundy values: its players have different moves");
    }
  }

  std::uint64_t verify(unsigned threads, const py::object& progress) const {
    return run(progress, [&](Control& control) { return solution_.verify(threads, control); });
  }

  void save(const std::filesystem::path& path, const py::object& progress) const {
    run(progress, [&](Control& control) { solution_.save(path, control); });
  }

  // The codes, for NumPy and others to look at without a copy. All of a file is checked first.
  py::buffer_info packed() const {
    const PackedValues& values = solution_.values();
    run(py::none(), [&](Control& control) { values.check_all(control); });
    const auto width = static_cast<py::ssize_t>(values.width());
    const std::string format = width == 1   ? py::format_descriptor<std::uint8_t>::format()
                               : width == 2 ? py::format_descriptor<std::uint16_t>::format()
                                            : py::format_descriptor<std::uint32_t>::format();
    const auto size = static_cast<py::ssize_t>(values.size());
    return py::buffer_info(const_cast<std::byte*>(values.data()), width, format, 1, {size}, {width}, true);
  }

 private:
  template <class Work>
  static decltype(auto) run(const py::object& progress, Work&& work) {
    return run_without_gil(python_control(progress), std::forward<Work>(work));
  }

  void check_memory(std::uint64_t need, const char* what) const {
    if (need <= max_bytes_) return;
    throw MemoryLimitError(std::string(what) + " needs " + shown_bytes(need) + " of memory, allowed are " +
                           shown_bytes(max_bytes_));
  }

  template <Space Any>
  py::tuple find_in(const Any& space, Index begin, std::optional<Result> result,
                    std::optional<std::uint32_t> remoteness) const {
    constexpr Index most_looked_at = 1 << 16;
    constexpr std::size_t most_found = 1 << 10;
    py::list found;
    Index next = begin;
    const Index end = std::min(space.size(), begin + most_looked_at);
    while (next < end && found.size() < most_found) {
      const Index block_end = std::min<Index>(end, next + most_found - found.size());
      space.for_each(next, block_end, [&](Index, const Position& position) {
        const Value value = solution_.value(position);
        if ((!result || value.result == result) && (!remoteness || value.remoteness == remoteness)) {
          found.append(PositionObject<G>(game_, position));
        }
      });
      next = block_end;
    }
    return py::make_tuple(std::move(found), next < space.size() ? py::object(py::int_(next)) : py::none());
  }

  py::tuple objects(const std::vector<typename G::Move>& moves) const { return move_objects<G>(*game_, moves); }

  // There are few different values: one object each.
  py::object shared_value(const Value& value) const {
    const std::uint64_t name =
        (std::uint64_t{value.remoteness.value_or(0)} << 2) | static_cast<std::uint64_t>(*value.result);
    {
      const std::scoped_lock lock(values_mutex_);
      const auto found = values_.find(name);
      if (found != values_.end()) return found->second;
    }
    py::object made = to_python(value);  // may let another thread run, so not under the lock
    const std::scoped_lock lock(values_mutex_);
    return values_.emplace(name, std::move(made)).first->second;
  }

  std::shared_ptr<RulesObject<G>> game_;
  std::uint64_t max_bytes_;
  Solution<S> solution_;
  GrundyValues grundy_;
  std::mutex grundy_mutex_;
  mutable std::unordered_map<std::uint64_t, py::object> values_;
  mutable std::mutex values_mutex_;
};

// Binds _<Game>Solution, which spielkern.Solution wraps; and of the game's rules
//   _solve_need(): how many values are stored and how many bytes that takes, or None if that shows only when solving
//   _solve(max_bytes, threads, work folder or None, seconds between checkpoints, progress)
//   _open(table file, max_bytes)
template <Game G, class RulesClass>
void register_solution(py::module_& module, RulesClass& rules_class) {
  if constexpr (HasNets<G>) {
    register_net_solution<G>(module, rules_class);
  } else if constexpr (Deterministic<G>) {
    using Object = SolutionObject<G>;
    py::class_<Object> cls(module, ("_" + class_name(G::name) + "Solution").c_str(), py::buffer_protocol());
    bind_solution<Object>(cls);
    cls.def_property_readonly("size", [](const Object& self) { return self.solution().space().total_weight(); });
    cls.def_property_readonly("cells", [](const Object& self) { return self.solution().space().size(); });
    cls.def_property_readonly("width", [](const Object& self) { return self.solution().values().width(); });
    cls.def_property_readonly("finished", [](const Object& self) -> py::object {
      const auto finished = self.solution().values().coding().finished();
      return finished ? py::object(py::str(result_name(*finished))) : py::none();
    });
    cls.def("reachable_counts", &Object::reachable_counts);
    cls.def("grundy", &Object::grundy);

    rules_class.def("_solve_need", [](const RulesObject<G>& self) -> py::object {
      const auto footprint = footprint_of<G>(*self.rules);
      if (!footprint) return py::none();
      return py::make_tuple(footprint->size, solve_bytes<SolvedSpace<G>>(*footprint));
    });

    rules_class.def("_solve",
                    [](std::shared_ptr<RulesObject<G>> self, std::uint64_t max_bytes, unsigned threads,
                       const std::optional<std::filesystem::path>& work, double seconds, const py::object& progress) {
                      Control control = python_control(progress);
                      const WithoutGil without_gil;
                      const SolveOptions options{max_bytes, threads, work.value_or(std::filesystem::path()), seconds};
                      auto solution = solve<G>(*self->rules, options, control);
                      return std::make_unique<Object>(std::move(self), std::move(solution), max_bytes);
                    });

    rules_class.def("_open", [](std::shared_ptr<RulesObject<G>> self, const std::shared_ptr<TableFile>& file,
                                std::uint64_t max_bytes) {
      Control control = python_control();
      const WithoutGil without_gil;
      return std::make_unique<Object>(self, open_table<G>(*self->rules, file, max_bytes, control), max_bytes);
    });
  }
}

// Binds _TableFile(path): what the header of a table file says.
inline void register_table_file(py::module_& module) {
  py::class_<TableFile, std::shared_ptr<TableFile>> cls(module, "_TableFile");
  cls.attr("__module__") = "spielkern._core";
  cls.def(py::init<const std::filesystem::path&>());
  construct_in_new(cls);
  cls.def_property_readonly("kind", [](const TableFile& self) {
    return self.header().kind == TableHeader::Kind::table ? "table" : "checkpoint";
  });
  cls.def_property_readonly("version", [](const TableFile&) { return table_file::version; });
  cls.def_property_readonly("rules", [](const TableFile& self) { return self.header().rules; });
  cls.def_property_readonly("scheme", [](const TableFile& self) { return self.header().scheme; });
  cls.def_property_readonly("cells", [](const TableFile& self) { return self.header().cells; });
  cls.def_property_readonly("width", [](const TableFile& self) { return self.header().width; });
  cls.def_property_readonly("layer", [](const TableFile& self) { return self.header().layer; });
  cls.def_property_readonly("bytes", &TableFile::file_bytes);
}

}  // namespace spielkern::python
