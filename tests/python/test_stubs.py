"""The committed stubs say of the constructors what the core's own description of the options says."""

import ast
from pathlib import Path

import pytest

import spielkern as sk


def constructors() -> dict[str, ast.FunctionDef]:
    source = Path(sk.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    return {
        cls.name: function
        for cls in ast.parse(source).body
        if isinstance(cls, ast.ClassDef)
        for function in cls.body
        if isinstance(function, ast.FunctionDef) and function.name == "__init__"
    }


@pytest.mark.parametrize("game", sk.games())
def test_constructor_has_the_options(game: str) -> None:
    arguments = constructors()[sk.game_class(game).__name__].args
    options = sk.game_options(game)
    assert [a.arg for a in arguments.args[1:]] == [option.name for option in options]
    # None stands for an empty text.
    defaults = [None if option.default == "" else option.default for option in options]
    assert [ast.literal_eval(default) for default in arguments.defaults] == defaults
