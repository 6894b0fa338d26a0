"""All nodes of a rules file: what its author wrote."""

from __future__ import annotations

from dominoes_lang.syntax.clause_nodes import *
from dominoes_lang.syntax.example_nodes import *
from dominoes_lang.syntax.expression_nodes import *
from dominoes_lang.syntax.facts import Fact as Fact
from dominoes_lang.syntax.part_nodes import *
