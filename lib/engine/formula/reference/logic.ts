import { type FunctionGroup, say } from "./words.ts";

export const logicWords: FunctionGroup = {
  title: "Logic",
  words:
    "FALSE is an empty cell. Empty, 0, FALSE, an empty list and the text `false` are false; all else is true.",
  functions: [
    say(
      "IF(condition, value, [other])",
      "The value if the condition is true, else the other one. Only that one is evaluated.",
      ['IF({n} > 9, "big")', "big"],
      ["IF({e}, 1, 2)", 2],
      ['IF({n}, {n}, "x")', "12"],
    ),
    say(
      "SWITCH(value, case, result, …, [default])",
      "The result of the first case that equals the value.",
      ['SWITCH({n}, 1, "a", 12, "b", "c")', "b"],
      ['SWITCH("z", "a", 1)', null],
    ),
    say("AND(value, …)", "Whether all are true.", ["AND({n}, {n} > 9)", true], ["AND({n}, {e})", null]),
    say("OR(value, …)", "Whether one is true.", ["OR({e}, 1)", true], ["OR({e}, 0)", null]),
    say(
      "XOR(value, …)",
      "Whether an odd number of them is true.",
      ["XOR(1, 1, 1)", true],
      ["XOR(1, 1)", null],
    ),
    say("NOT(value)", "Whether the value is false.", ["NOT({e})", true], ["NOT({n})", null]),
    say("BLANK()", "An empty value of any kind.", ["{e} = BLANK()", true], ["IF({n} > 9, BLANK(), 1)", null]),
    say("ERROR([text])", "An error: the cell is empty, unless IS_ERROR catches it.", ['ERROR("no")', null]),
    say(
      "IS_ERROR(value)",
      "Whether the value is an error.",
      ["IF(IS_ERROR({n} / 0), 0, 1)", 0],
      ["IS_ERROR(BLANK())", null],
    ),
  ],
};
