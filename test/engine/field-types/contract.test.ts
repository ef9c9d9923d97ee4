/*
 * The rules of the contract for cell values, one table for each type: how a value is read without and with typecast, and how the
 * cell is shown. The tests of each type have more cases.
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
    // a cell is shown as it was sent, independent of how it is stored
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
    ["a string is unchanged", "a b", "a b", "a b"],
    ["the zero-width space is a character", "\u200ba", "\u200ba", "\u200ba"],
    ["an empty text is an empty cell", "", none, none],
    ["white space alone is an empty cell", " \n ", none, none],
    ["composed and decomposed letters are unchanged", "\u00e9 e\u0301", "\u00e9 e\u0301", "\u00e9 e\u0301"],
    ["ligatures, width and order too", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0"],
    ["a number", 1.5, no, "1.5"],
    ["minus zero", -0, no, "0"],
    ["true", true, no, "true"],
    ["false", false, no, "false"],
    ["a list", ["a", 1], no, "a, 1"],
    ["an object", { a: 1 }, no, '{"a":1}'],
  ];
  holds("singleLineText", {}, [
    ...both,
    ["surrounding white space is removed", " \t a \n", "a", "a"],
    ["no-break and ideographic space too", "\u00a0a\u3000", "a", "a"],
    ["line breaks and tabs become a space", "a\r\nb\nc\rd\te", "a b c d e", "a b c d e"],
    ["each line break becomes a space", "a\n\nb", "a  b", "a  b"],
    ["the rarer ones too", "a\u0085b\u2028c\u2029d\ve\ff", "a b c d e f", "a b c d e f"],
  ]);
  holds("longText", {}, [
    ...both,
    ["line breaks and tabs stay", "a\r\n\n\tb", "a\r\n\n\tb", "a\r\n\n\tb"],
    ["surrounding ones too", "\n a\n b \n", "\n a\n b \n", "\n a\n b \n"],
    ["surrounding white space of all kinds", " \t\u00a0a\u3000", " \t\u00a0a\u3000", " \t\u00a0a\u3000"],
  ]);
});

describe("numbers", () => {
  const both: Row[] = [
    ["a number", 12.5, 12.5, 12.5],
    ["minus zero is zero", -0, 0, 0],
    ["the smallest and the largest", 9.99e125, 9.99e125, 9.99e125],
    ["more than the store holds", 1e308, no, no],
    ["not a number", "abc", no, no],
    ["the word NaN", "NaN", no, no],
    ["infinity", "-Infinity", no, no],
    ["a yes", true, no, no],
    ["a list", [1], no, no],
    ["an object", { number: 1 }, no, no],
  ];
  holds("number", {}, [
    ...both,
    ["text of digits", "1234.50", no, 1234.5],
    ["currency and grouping", "$1,234.50", no, 1234.5],
    ["minus before the symbol", "-$5", no, -5],
    ["minus after the symbol", "$-5", no, -5],
    ["minus", "-5", no, -5],
    ["plus", "+5", no, 5],
    ["a typographic minus", "−5", no, -5],
    ["percent", "12%", no, 0.12],
    ["a negative percentage with a space", "-12.5 %", no, -0.125],
    ["an exponent", "1e3", no, 1000],
    ["other words around a number", "3 of 4", no, no],
    ["digits after a sign", "5-3", no, no],
    ["two points", "1.2.3", no, no],
    ["two signs", "--5", no, no],
    ["digits of other scripts are not a number", "٣", no, no],
    ["full-width digits", "１２", no, 12],
    ["nothing", "", no, none],
    ["a sign alone", "%", no, no],
  ]);
  holds("number", { formatting: { type: "percent", precision: 1 } }, [
    ...both,
    ["text is divided by 100", "50", no, 0.5],
    ["only once, with a percent sign too", "50%", no, 0.5],
    ["exactly", "7.1", no, 0.071],
    ["a number is not divided", 50, 50, 50],
  ]);
  holds("number", { formatting: { type: "currency", precision: 2, symbol: "Fr." } }, [
    ["its own text", "-Fr.1,234.50", no, -1234.5],
  ]);
});

describe("rating", () => {
  holds("rating", { icon: "star", color: "redBright", max: 5 }, [
    ["the lowest", 1, 1, 1],
    ["the highest", 5, 5, 5],
    ["more than the highest", Number.MAX_VALUE, no, no],
    ["zero is not a rating", 0, no, no],
    ["less is not a rating", -3, no, no],
    ["rounded, half up", 4.5, no, 5],
    ["rounded, down", "4.49", no, 4],
    ["text", "3 stars", no, no],
    ["an exponent", "5e0", no, 5],
    ["not a number", "★★★", no, no],
    ["a yes", true, no, no],
  ]);
});

describe("checkbox", () => {
  const rows: Row[] = [
    ["true", true, true, true],
    ["false is an empty cell", false, none, none],
    ["the word true", "true", no, true],
    ["the word false", " False ", no, none],
    ["the word no", "no", no, none],
    ["any other text", "perhaps", no, no],
    ["an empty text", "", no, none],
    ["zero", 0, no, none],
    ["one", 1, no, true],
    ["any other number", -1, no, no],
    ["a list, also an empty one", [], no, no],
    ["an object", {}, no, no],
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
    ["another case is another name", "Red", no, "Red"],
    ["the first of a list", ["a, b", "red"], no, "a, b"],
    ["a new one", "new", no, "new"],
    ["a number is a name", 7, no, "7"],
    ["an id is not a name", "cho00000000", no, "cho00000000"],
    ["nothing", "", no, none],
    ["an empty list", [], no, none],
    ["an object", { name: "red" }, no, no],
  ]);
  holds("singleSelect", { ...options, preventAutoNewOptions: true }, [
    ["a name", "red", "red", "red"],
    ["a new name is refused", "new", no, no],
    ["the first of a list, which is not a choice", ["new", "red"], no, no],
  ]);
  holds("multipleSelect", options, [
    ["names, in their order, each once", ["a, b", "red", "red"], ["a, b", "red"], ["a, b", "red"]],
    ["text is a list", "red,new", no, ["red", "new"]],
    ["unless it is a name", "a, b", no, ["a, b"]],
    ["a quoted name holds commas", '"a, b", "say ""x"""', no, ["a, b", 'say "x"']],
    ["an element is one name", ["c, d"], no, ["c, d"]],
    ["elements with white space", [" red "], no, ["red"]],
    ["empty elements are ignored", ["red", null, ""], no, ["red"]],
    ["an element that is not a name", ["red", {}], no, no],
    ["a list in a list", ["red", ["x"]], no, no],
    ["an empty list", [], no, none],
    ["commas alone", " , ", no, none],
    ["a number", 7, no, ["7"]],
    ["an object", { name: "red" }, no, no],
  ]);
  holds("multipleSelect", { ...options, preventAutoNewOptions: true }, [
    ["a new one among others", ["new", "red"], no, no],
    ["all new", "new, newer", no, no],
  ]);
});

describe("people", () => {
  const gone = "usrGone000000000000";
  holds("user", {}, [
    ["by id; other members are ignored", { id: ann.id, title: "X", email: "x" }, aAnn, aAnn],
    ["an id alone", ann.id, no, aAnn],
    ["a name", "Bob", no, aBob],
    ["an address", "ann@example.com", no, aAnn],
    ["me", "me", no, aAnn],
    ["a name with a comma", "Doe, Jane", no, aJane],
    ["a list as text is not one person", "me, Bob", no, no],
    ["a list with an unknown person", "me, nobody", no, no],
    ["by an address in an object", { email: "jane@example.com" }, no, aJane],
    ["by a title", { title: "Bob" }, no, aBob],
    ["by a name", { name: "Bob" }, no, aBob],
    ["a list of two is not one person", [aBob, aAnn], no, no],
    ["a user who may not open the base", { id: gone, title: "Ann" }, no, no],
    ["a name in another case", "bob", no, no],
    ["a number", 7, no, no],
  ]);
  holds("user", { isMultiple: true }, [
    ["several, each once", [aBob, aAnn, aBob], [aBob, aAnn], [aBob, aAnn]],
    ["one unknown person", [aBob, { id: gone }], no, no],
    ["one alone", aBob, no, [aBob]],
    ["a list as text", 'Bob, "Doe, Jane", me', no, [aBob, aJane, aAnn]],
    ["with an unknown person", "Bob, nobody", no, no],
    ["a list of anything", [ann.id, "Bob", { email: "jane@example.com" }], no, [aAnn, aBob, aJane]],
    ["an empty list", [], none, none],
    ["nothing", "", no, none],
    ["an empty element", [null, "Bob"], no, [aBob]],
  ]);
});

describe("date: ISO 8601 and the field's pattern are read without typecast too", () => {
  const same = (rows: [string, unknown, unknown][]) =>
    rows.map(([rule, value, cell]): Row => [rule, value, cell, cell]);
  const inBerlin = formatting("Europe/Berlin", "D/M/YYYY", "HH:mm");
  holds("date", { formatting: inBerlin }, [
    ...same([
      ["ISO to the millisecond", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
      ["ISO without milliseconds keeps its time", "2024-01-31T23:05:06Z", "2024-01-31T23:05:06.000Z"],
      ["ISO with an offset", "2024-01-31T23:05+05:30", "2024-01-31T17:35:00.000Z"],
      ["a day of the field's zone", "2024-01-31", "2024-01-30T23:00:00.000Z"],
      ["a clock of the field's zone", "2024-07-31 12:00", "2024-07-31T10:00:00.000Z"],
      ["the pattern, where the day comes first", "1/2/2024", "2024-01-31T23:00:00.000Z"],
      ["with its time", "1/2/2024 13:05", "2024-02-01T12:05:00.000Z"],
      ["a time that clocks skip", "31/3/2024 02:30", "2024-03-31T01:30:00.000Z"],
      ["a time that clocks show twice", "27/10/2024 02:30", "2024-10-27T00:30:00.000Z"],
      ["not a date", "tomorrow", no],
      ["a day that does not exist", "30/2/2024", no],
      ["nor in ISO", "2026-02-30", no],
      ["a year alone", "2026", no],
      ["nothing", "", none],
      ["white space", " ", none],
      ["a yes", true, no],
      ["a list", ["2024-01-31"], no],
    ]),
    ["now", "now", no, context.now],
    ["milliseconds since 1970", 1706742306007, no, "2024-01-31T23:05:06.007Z"],
    ["a small number", 5, no, "1970-01-01T00:00:00.005Z"],
    ["before 1970", -1, no, "1969-12-31T23:59:59.999Z"],
    ["as people write it", "Jan 31 2024", no, "2024-01-30T23:00:00.000Z"],
  ]);
  holds(
    "date",
    { formatting: formatting("UTC", "YYYY-MM-DD") },
    same([
      ["a field without a time of day keeps it", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
      ["a year alone", "2026", no],
    ]),
  );
});
