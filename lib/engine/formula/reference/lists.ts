import { type FunctionGroup, say } from "./words.ts";

export const listWords: FunctionGroup = {
  title: "Lists and the record",
  words: "A single value counts as a list of one element, an empty one as a list without elements.",
  functions: [
    say(
      "COUNTALL(value)",
      "How many elements there are.",
      ["COUNTALL({nums})", 3],
      ["COUNTALL({n})", 1],
      ["COUNTALL({e})", 0],
    ),
    say("COUNTA(value, …)", "How many are not empty.", ["COUNTA({tags}, {e}, 1)", 3]),
    say("COUNT(value, …)", "How many are numbers.", ['COUNT("1", 2)', 1], ["COUNT({nums})", 3]),
    say(
      "ARRAY_JOIN(value, [separator])",
      "The texts of the elements, with a separator between them.",
      ['ARRAY_JOIN({tags}, "/")', "a/b"],
      ["ARRAY_JOIN({n})", "12"],
    ),
    say("ARRAY_UNIQUE(value)", "The list without repetitions.", ["ARRAY_UNIQUE({nums})", [1, 2]]),
    say("ARRAY_FLATTEN(value)", "The list as it is, because no list holds lists.", [
      "ARRAY_FLATTEN({nums})",
      [1, 2, 2],
    ]),
    say("ARRAY_COMPACT(value)", "The list without empty elements.", ["ARRAY_COMPACT({tags})", ["a", "b"]]),
    say("RECORD_ID()", "The id of the record.", ["LEFT(RECORD_ID(), 3)", "rec"]),
    say("AUTO_NUMBER()", "The number of the record.", ["AUTO_NUMBER()", 7]),
    say("TEXT_ALL(value)", "The value as text.", ["TEXT_ALL({tags})", "a, b"]),
  ],
};
