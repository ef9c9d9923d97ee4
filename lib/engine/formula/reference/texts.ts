import { type FunctionGroup, say } from "./words.ts";

export const textWords: FunctionGroup = {
  title: "Text",
  words: "A character is a Unicode code point. An empty text argument counts as text without characters.",
  functions: [
    say("CONCATENATE(value, …)", "All texts, one behind the other.", [
      'CONCATENATE("a", {n}, {tags})',
      "a12ab",
    ]),
    say(
      "LEFT(text, [count])",
      "The first characters; one, if there is no count.",
      ['LEFT("abc", 2)', "ab"],
      ['LEFT("abc")', "a"],
      ['LEFT("abc", -1)', null],
    ),
    say(
      "RIGHT(text, [count])",
      "The last characters; one, if there is no count.",
      ['RIGHT("abc")', "c"],
      ['RIGHT("abc", 2)', "bc"],
    ),
    say(
      "MID(text, start, count)",
      "Characters from the middle. The first character is at 0.",
      ['MID("hello", 1, 3)', "ell"],
      ['MID("hello", 9, 1)', null],
    ),
    say(
      "REPLACE(text, start, count, new)",
      "Puts other text in the place of characters. The first character is at 1.",
      ['REPLACE("hello", 1, 1, "J")', "Jello"],
      ['REPLACE("ab", 9, 1, "c")', "abc"],
    ),
    say(
      "SUBSTITUTE(text, old, new, [nth])",
      "Replaces each occurrence, or only the nth, counted from 1.",
      ['SUBSTITUTE("a-b-c", "-", "+")', "a+b+c"],
      ['SUBSTITUTE("a-b-c", "-", "+", 2)', "a-b+c"],
    ),
    say(
      "REGEXP_REPLACE(text, expression, new)",
      `Replaces every match of a regular expression of RE2, which has no look-around and no references back. \`(?i)\` ignores case. In the new text, \`$1\` is a group, \`$\{x}\` a group by name, and \`\\$\` a dollar.`,
      ['REGEXP_REPLACE("a1b22", "[0-9]+", "#")', "a#b#"],
      ['REGEXP_REPLACE("Lee, Ann", "(\\\\w+), (\\\\w+)", "$2 $1")', "Ann Lee"],
    ),
    say(
      "LEN(text)",
      "How many characters the text has.",
      ['LEN("hello")', 5],
      ['LEN("💥")', 1],
      ["LEN({e})", 0],
    ),
    say("LOWER(text)", "The text in small letters.", ['LOWER("ABC")', "abc"]),
    say("UPPER(text)", "The text in capital letters.", ['UPPER("abc")', "ABC"], ['UPPER("ß")', "SS"]),
    say("TRIM(text)", "The text without white space at both ends.", ['TRIM(" a  b ")', "a  b"]),
    say(
      "FIND(needle, text, [from])",
      "The place of the first occurrence, counted from 1; 0 if there is none. Case counts.",
      ['FIND("l", "hello")', 3],
      ['FIND("l", "hello", 4)', 4],
      ['FIND("x", "a")', 0],
    ),
    say(
      "SEARCH(needle, text, [from])",
      "As FIND, but empty if there is none.",
      ['SEARCH("l", "hello")', 3],
      ['SEARCH("x", "a")', null],
    ),
    say("T(value)", "The value if it is text, else empty.", ['T("a")', "a"], ["T(1)", null]),
    say("REPT(text, count)", "The text so many times.", ['REPT("ab", 2)', "abab"], ['REPT("a", 0)', null]),
    say("ENCODE_URL_COMPONENT(text)", "The text as a part of a URL.", [
      'ENCODE_URL_COMPONENT("a b&ü")',
      "a%20b%26%C3%BC",
    ]),
  ],
};
