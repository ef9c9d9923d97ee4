/*
 * The rules of the contract for values of cells, a table for each type: what a value is as a cell without typecast and with it, and
 * how that is shown. The tests of each type go deeper.
 */
import { describe, expect, test } from "vitest";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { aField, ann, bob, context, formatting, jane } from "./support.ts";

/** Refused. */
const no = Symbol("400");
/** An empty cell. */
const none = undefined;

type Row = [rule: string, value: unknown, read: unknown, typecast: unknown];

function holds(name: string, options: object, rows: Row[]): void {
  test.each(rows)(`${name}: %s: %j`, (_, value, read, typecast) => {
    const field = aField(name, options);
    // a cell is shown as it was sent, whatever it is stored as
    const seen = (cell: ReturnType<typeof field.read>) => {
      if (cell instanceof Refusal) return no;
      return cell === undefined || cell === false ? none : field.json(cell);
    };
    expect(seen(field.read(value))).toEqual(read);
    expect(seen(field.typecast(value))).toEqual(typecast);
  });
}

const person = ({ id, name, email, avatar }: typeof ann) => ({
  id,
  title: name,
  ...(email && { email }),
  ...(avatar && { avatarUrl: avatar }),
});
const [aAnn, aBob, aJane] = [person(ann), person(bob), person(jane)];

describe("text", () => {
  const both: Row[] = [
    ["a string as it is", "a b", "a b", "a b"],
    ["surrounding white space goes", " \t a \n", "a", "a"],
    ["no-break and ideographic space too", "\u00a0a\u3000", "a", "a"],
    ["the zero-width space is a character", "\u200ba", "\u200ba", "\u200ba"],
    ["empty is no cell", "", none, none],
    ["nothing but white space is no cell", " \n ", none, none],
    ["composed and decomposed stay what they are", "\u00e9 e\u0301", "\u00e9 e\u0301", "\u00e9 e\u0301"],
    ["ligatures, width and order too", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0"],
    ["a number", 1.5, no, "1.5"],
    ["zero below zero", -0, no, "0"],
    ["true", true, no, "true"],
    ["false", false, no, "false"],
    ["a list", ["a", 1], no, "a, 1"],
    ["an object", { a: 1 }, no, '{"a":1}'],
  ];
  holds("singleLineText", {}, [
    ...both,
    ["line ends and tabs are a space", "a\r\nb\nc\rd\te", "a b c d e", "a b c d e"],
    ["each of them", "a\n\nb", "a  b", "a  b"],
    ["the rarer ones too", "a\u0085b\u2028c\u2029d\ve\ff", "a b c d e f", "a b c d e f"],
  ]);
  holds("longText", {}, [
    ...both,
    ["line ends and tabs stay", "a\r\n\n\tb", "a\r\n\n\tb", "a\r\n\n\tb"],
    ["those around go", "\n a\n b \n", "a\n b", "a\n b"],
  ]);
});

describe("numbers", () => {
  const both: Row[] = [
    ["a number", 12.5, 12.5, 12.5],
    ["zero below zero is zero", -0, 0, 0],
    ["the smallest and the largest", 9.99e125, 9.99e125, 9.99e125],
    ["more than the store holds", 1e308, no, none],
    ["no number at all", "abc", no, none],
    ["words for none", "NaN", no, none],
    ["infinity", "-Infinity", no, none],
    ["a yes", true, no, none],
    ["a list", [1], no, none],
    ["an object", { number: 1 }, no, none],
  ];
  holds("number", {}, [
    ...both,
    ["text of digits", "1234.50", no, 1234.5],
    ["currency and grouping", "$1,234.50", no, 1234.5],
    ["minus before the symbol", "-$5", no, -5],
    ["minus behind it", "$-5", no, -5],
    ["minus", "-5", no, -5],
    ["plus", "+5", no, 5],
    ["minus as typographers write it", "−5", no, -5],
    ["percent", "12%", no, 0.12],
    ["percent below zero, with a space", "-12.5 %", no, -0.125],
    ["an exponent", "1e3", no, 1000],
    ["the leading number", "3 of 4", no, 34],
    ["the leading number ends where it cannot go on", "5-3", no, 5],
    ["two points", "1.2.3", no, 1.2],
    ["two signs", "--5", no, none],
    ["digits of other scripts are none", "٣", no, none],
    ["wide digits are none", "１２", no, none],
    ["nothing", "", no, none],
    ["a sign alone", "%", no, none],
  ]);
  holds("number", { formatting: { type: "percent", precision: 1 } }, [
    ...both,
    ["text is a hundredth", "50", no, 0.5],
    ["once", "50%", no, 0.5],
    ["exactly", "7.1", no, 0.071],
    ["a number is not", 50, 50, 50],
  ]);
  holds("number", { formatting: { type: "currency", precision: 2, symbol: "Fr." } }, [
    ["its own text", "-Fr.1,234.50", no, -1234.5],
  ]);
});

describe("rating", () => {
  holds("rating", { icon: "star", color: "redBright", max: 5 }, [
    ["from one", 1, 1, 1],
    ["to the most", 5, 5, 5],
    ["the largest number too", Number.MAX_VALUE, no, 5],
    ["zero is none", 0, no, none],
    ["less is none", -3, no, none],
    ["rounded, half up", 4.5, no, 5],
    ["rounded, down", "4.49", no, 4],
    ["text", "3 stars", no, 3],
    ["an exponent", "5e9", no, 5],
    ["no number", "★★★", no, none],
    ["a yes", true, no, none],
  ]);
});

describe("checkbox", () => {
  const rows: Row[] = [
    ["true", true, true, true],
    ["false is no cell", false, none, none],
    ["the word true", "true", no, true],
    ["the word false", " False ", no, none],
    ["any other text", "no", no, true],
    ["no text", "", no, none],
    ["zero", 0, no, none],
    ["any other number", -1, no, true],
    ["a list, also an empty one", [], no, true],
    ["an object", {}, no, true],
  ];
  holds("checkbox", {}, rows);
});

describe("selects", () => {
  const choices = ["red", "a, b", 'say "x"'].map((name, i) => ({
    id: `cho0000000${i}`,
    name,
    color: "blue",
  }));
  const options = { choices };
  holds("singleSelect", options, [
    ["a name", "red", "red", "red"],
    ["with white space around it", " red ", no, "red"],
    ["in other letters it is another", "Red", no, "Red"],
    ["of a list the first", ["a, b", "red"], no, "a, b"],
    ["a new one", "new", no, "new"],
    ["a number is a name", 7, no, "7"],
    ["an id is no name", "cho00000000", no, "cho00000000"],
    ["nothing", "", no, none],
    ["an empty list", [], no, none],
    ["an object", { name: "red" }, no, none],
  ]);
  holds("singleSelect", { ...options, preventAutoNewOptions: true }, [
    ["a name", "red", "red", "red"],
    ["a new one is none", "new", no, none],
    ["of a list the first, which is none", ["new", "red"], no, none],
  ]);
  holds("multipleSelect", options, [
    ["names, in their order, each once", ["a, b", "red", "red"], ["a, b", "red"], ["a, b", "red"]],
    ["text is a list", "red,new", no, ["red", "new"]],
    ["unless it is a name", "a, b", no, ["a, b"]],
    ["a quoted name holds commas", '"a, b", "say ""x"""', no, ["a, b", 'say "x"']],
    ["an element is one name", ["c, d"], no, ["c, d"]],
    ["elements with white space", [" red "], no, ["red"]],
    ["what is no name is passed over", ["red", null, {}, "", ["x"]], no, ["red"]],
    ["an empty list", [], no, none],
    ["commas alone", " , ", no, none],
    ["a number", 7, no, ["7"]],
    ["an object", { name: "red" }, no, none],
  ]);
  holds("multipleSelect", { ...options, preventAutoNewOptions: true }, [
    ["new ones are dropped", ["new", "red"], no, ["red"]],
    ["all new", "new, newer", no, none],
  ]);
});

describe("people", () => {
  const gone = "usrGone000000000000";
  holds("user", {}, [
    ["by id, whatever else is sent", { id: ann.id, title: "X", email: "x" }, aAnn, aAnn],
    ["an id alone", ann.id, no, aAnn],
    ["a name", "Bob", no, aBob],
    ["an address", "ann@example.com", no, aAnn],
    ["me", "me", no, aAnn],
    ["a name with a comma", "Doe, Jane", no, aJane],
    ["of a list the first who is found", "nobody, me, Bob", no, aAnn],
    ["by an address in an object", { email: "jane@example.com" }, no, aJane],
    ["by a title", { title: "Bob" }, no, aBob],
    ["by a name", { name: "Bob" }, no, aBob],
    ["of a list the first", [aBob, aAnn], no, aBob],
    ["somebody who may not open the base", { id: gone, title: "Ann" }, no, none],
    ["a name in other letters", "bob", no, none],
    ["a number", 7, no, none],
  ]);
  holds("user", { isMultiple: true }, [
    ["several, each once", [aBob, aAnn, aBob], [aBob, aAnn], [aBob, aAnn]],
    ["one who is not found", [aBob, { id: gone }], no, [aBob]],
    ["one alone", aBob, no, [aBob]],
    ["a list as text", 'Bob, "Doe, Jane", me, nobody', no, [aBob, aJane, aAnn]],
    ["a list of anything", [ann.id, "Bob", { email: "jane@example.com" }], no, [aAnn, aBob, aJane]],
    ["nobody", [], none, none],
  ]);
});

describe("date: the same with typecast and without, never a 400", () => {
  const same = (rows: [string, unknown, unknown][]) =>
    rows.map(([rule, value, cell]): Row => [rule, value, cell, cell]);
  const inBerlin = formatting("Europe/Berlin", "D/M/YYYY", "HH:mm");
  holds(
    "date",
    { formatting: inBerlin },
    same([
      ["ISO to the millisecond", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
      ["ISO without milliseconds keeps its time", "2024-01-31T23:05:06Z", "2024-01-31T23:05:06.000Z"],
      ["ISO with an offset", "2024-01-31T23:05+05:30", "2024-01-31T17:35:00.000Z"],
      ["a day of the field's zone", "2024-01-31", "2024-01-30T23:00:00.000Z"],
      ["a clock of the field's zone", "2024-07-31 12:00", "2024-07-31T10:00:00.000Z"],
      ["the pattern, which says that the day is first", "1/2/2024", "2024-01-31T23:00:00.000Z"],
      ["with its time", "1/2/2024 13:05", "2024-02-01T12:05:00.000Z"],
      ["a time that clocks skip", "31/3/2024 02:30", "2024-03-31T01:30:00.000Z"],
      ["a time that clocks show twice", "27/10/2024 02:30", "2024-10-27T00:30:00.000Z"],
      ["now", "now", context.now],
      ["milliseconds since 1970", 1706742306007, "2024-01-31T23:05:06.007Z"],
      ["before", -1, "1969-12-31T23:59:59.999Z"],
      ["no date", "soon", none],
      ["a day that is not there", "30/2/2024", none],
      ["nothing", "", none],
      ["a yes", true, none],
      ["a list", ["2024-01-31"], none],
    ]),
  );
  holds(
    "date",
    { formatting: formatting("UTC", "YYYY-MM-DD") },
    same([
      ["a field without a time of day keeps it", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
    ]),
  );
});
