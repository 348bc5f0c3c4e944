"""The committed stubs say what the core has: stubtest sees neither classes that are missing nor compiled signatures."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import spielkern as sk
from spielkern import _core

STUB = ast.parse(Path(sk.__file__).with_name("_core.pyi").read_text(encoding="utf-8")).body
CLASSES = {cls.name: cls for cls in STUB if isinstance(cls, ast.ClassDef)}
FUNCTIONS = {function.name: function for function in STUB if isinstance(function, ast.FunctionDef)}
Parameter = tuple[str, object]  # its name, "" if it is not to be given by name, and its default
REQUIRED = "no default"


def stub_methods(cls: str) -> dict[str, ast.FunctionDef]:
    return {function.name: function for function in CLASSES[cls].body if isinstance(function, ast.FunctionDef)}


def parameters(function: ast.FunctionDef) -> list[Parameter]:
    args = function.args
    positional = args.posonlyargs + args.args
    names = ["" if arg in args.posonlyargs else arg.arg for arg in positional]
    defaults: list[object] = [REQUIRED] * (len(positional) - len(args.defaults))
    defaults += map(ast.literal_eval, args.defaults)
    by_name = [
        (f"{arg.arg}=", REQUIRED if default is None else ast.literal_eval(default))
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    more = [(f"*{arg.arg}", REQUIRED) for arg in (args.vararg, args.kwarg) if arg]
    return [*zip(names, defaults, strict=True), *by_name, *more]


def compiled_parameters(doc: str) -> list[Parameter]:
    """Those of the signature that pybind11 writes into the first line, where arg0, arg1, ... have no names."""
    signature = doc.partition("\n")[0].rpartition(" -> ")[0].replace("::", ".")
    function = ast.parse(f"def {signature}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    return [("" if name.removeprefix("arg").isdecimal() else name, default) for name, default in parameters(function)]


def compiled_methods(kind: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(kind).items():
        doc = getattr(kind, name).__doc__ or ""
        if callable(member) and not name.startswith("_") and doc.startswith(f"{name}("):
            yield name, doc


def test_stub_has_all_public_names() -> None:
    values = {line.target.id for line in STUB if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)}
    said = {name for name in {*CLASSES, *FUNCTIONS, *values} if not name.startswith("_")}
    assert said == {name for name in vars(_core) if not name.startswith("_")}


@pytest.mark.parametrize("name", [name for name in CLASSES if hasattr(_core, name)])
def test_methods_take_what_the_stub_says(name: str) -> None:
    kind = getattr(_core, name)
    for method, doc in compiled_methods(kind):
        said = next(stub_methods(cls.__name__)[method] for cls in kind.__mro__ if method in stub_methods(cls.__name__))
        is_static = any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in said.decorator_list)
        after_self = slice(0 if is_static else 1, None)
        assert compiled_parameters(doc)[after_self] == parameters(said)[after_self], method


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_what_the_stub_says(name: str) -> None:
    assert compiled_parameters(getattr(_core, name).__doc__) == parameters(FUNCTIONS[name])


@pytest.mark.parametrize("game", sk.games())
def test_constructor_has_the_options(game: str) -> None:
    arguments = stub_methods(sk.game_class(game).__name__)["__init__"].args
    options = sk.game_options(game)
    assert [a.arg for a in arguments.args[1:]] == [option.name for option in options]
    # None stands for an empty text.
    defaults = [None if option.default == "" else option.default for option in options]
    assert [ast.literal_eval(default) for default in arguments.defaults] == defaults
