import { describe, expect, test } from "vitest";
import { decimalIn } from "#lib/engine/csv/column-readings";
import { columnNames, guessColumns } from "#lib/engine/csv/guess-columns";

const guess = (...texts: string[]) => {
  const [, column] = guessColumns(
    ["First", "Column"],
    texts.map((text) => ["x", text]),
  );
  return column;
};
const decimal = (precision: number) => ({ formatting: { type: "decimal", precision } });
const date = (date: string, time = "None") => ({ formatting: { date, time, timeZone: "UTC" } });

describe("a column becomes", () => {
  test.each<[string, string[], string, object]>([
    ["whole numbers", ["1", "-20", "", "3000"], "number", decimal(0)],
    ["numbers with decimals", ["1.5", "2.25", "1,234.5"], "number", decimal(2)],
    ["decimals after a comma", ["1,5", "1.234,25"], "number", decimal(2)],
    ["more decimals than are shown", ["0.123456789"], "number", decimal(5)],
    ["money", ["$1.50", "$20"], "number", { formatting: { type: "currency", symbol: "$", precision: 2 } }],
    ["percentages", ["12%", "3.5%"], "number", { formatting: { type: "percent", precision: 1 } }],
    ["codes that begin with 0", ["01234", "56789"], "singleLineText", {}],
    ["telephone numbers", ["+49170123", "+49170124"], "singleLineText", {}],
    ["numbers with more digits than JavaScript holds exactly", ["12345678901234567"], "singleLineText", {}],
    ["money of two currencies", ["$1.50", "€20"], "singleLineText", {}],
    ["percentages and other numbers", ["12%", "3.5"], "singleLineText", {}],
    ["groups of digits", ["555 1234", "555 1235"], "singleLineText", {}],
    ["digits on two lines", ["1\r\n2", "3"], "longText", {}],
    ["numbers and one other text", ["1", "2", "n/a"], "singleLineText", {}],
    ["yes or no", ["true", "FALSE"], "checkbox", {}],
    ["dates", ["2026-01-31", "2026-2-1"], "date", date("YYYY-MM-DD")],
    ["times", ["2026-01-31T10:00:00Z", "2026-01-31 11:30"], "date", date("YYYY-MM-DD", "HH:mm")],
    ["day first", ["31/01/2026", "01/02/2026"], "date", date("DD/MM/YYYY")],
    ["month first", ["01/31/2026", "01/02/2026"], "date", date("MM/DD/YYYY")],
    ["day first, with points", ["01.02.2026"], "date", date("DD.MM.YYYY")],
    ["day first, with a time", ["31.12.24 10:30", "01.02.24 9:05"], "date", date("DD.MM.YYYY", "HH:mm")],
    ["the year first, of two digits", ["99-04-03", "24-05-06"], "date", date("YY-MM-DD")],
    ["years of two digits in no certain place", ["24-04-03", "24-05-06"], "singleLineText", {}],
    ["words", ["Jan 5 2026", "3 March 2026"], "date", date("YYYY-MM-DD")],
    ["neither day nor month consistently first", ["31/01/2026", "01/31/2026"], "singleLineText", {}],
    ["a year in a title", ["Blade Runner 2049", "Summer of 1984"], "singleLineText", {}],
    ["lines", ["one\ntwo", "x"], "longText", {}],
    [
      "addresses",
      ["https://example.org/a", "http://b.example"],
      "singleLineText",
      { showAs: { type: "url" } },
    ],
    ["e-mail addresses", ["ada@example.org"], "singleLineText", { showAs: { type: "email" } }],
    [
      "few texts, often repeated",
      ["open", "done", "open", "done", "open", "open"],
      "singleSelect",
      { choices: [{ name: "open" }, { name: "done" }] },
    ],
    [
      "lists of few texts",
      ["a, b", "b", 'a, "c, d"', "a, b", "b", 'a, "c, d", b', 'b, "c, d"'],
      "multipleSelect",
      { choices: [{ name: "a" }, { name: "b" }, { name: "c, d" }] },
    ],
    [
      "repeated texts with a comma",
      ["Lyon, France", "Nice, France", "Lyon, France", "Nice, France", "Lyon, France", "Nice, France"],
      "singleSelect",
      { choices: [{ name: "Lyon, France" }, { name: "Nice, France" }] },
    ],
    ["nothing", ["", " "], "singleLineText", {}],
  ])("of %s", (_, texts, type, options) => {
    expect(guess(...texts)).toMatchObject({ name: "Column", type, options });
  });
});

test("an uncertain guess has a hint", () => {
  expect(guess("01/02/2026")?.hint).toContain("the month is read as the first number");
  expect(guess("31/02/2026", "13/01/2026")?.hint).toBeUndefined();
  expect(guess("1,234", "5,678")?.hint).toContain('decimal: ","');
  expect(guess("1,234.5")?.hint).toBeUndefined();
});

test("the first column, which names the records, does not become a checkbox", () => {
  expect(guessColumns(["A"], [["true"], ["false"]])).toMatchObject([{ type: "singleLineText" }]);
});

test("missing and repeated names are replaced", () => {
  expect(columnNames(["A", "", "A", " B\n", "A 2"], 6)).toEqual([
    ...["A", "Column 2", "A 2", "B", "A 3", "Column 6"],
  ]);
});

test("the decimal sign that more texts need", () => {
  expect(decimalIn(["1,5", "2", "n/a", "1.234,5"])).toBe(",");
  expect(decimalIn(["1.5", "1,5", "2.5"])).toBe(".");
  expect(decimalIn(["1,234", "1.234"])).toBeUndefined();
  expect(decimalIn([])).toBeUndefined();
});

describe("the decimal sign of a file", () => {
  const columns = (delimiter: string, ...rows: string[][]) =>
    guessColumns(
      ["A", "B", "C"],
      rows.map((row) => ["x", ...row]),
      [],
      delimiter,
    ).slice(1);

  test.each<[string, string, string[][], (string | undefined)[], boolean]>([
    ["semicolons say that it is the comma", ";", [["1.234 €", "a"]], [",", undefined], true],
    ["also of a comma before three digits", ";", [["1,234", "a"]], [",", undefined], true],
    [
      "a column that proves a point is no other",
      ";",
      [
        ["1.5", "a"],
        ["1.234", "b"],
      ],
      [".", undefined],
      false,
    ],
    ["one column proves it for the others", ",", [["1,50", "1.234"]], [",", ","], false],
    ["a point that is proved counts more than semicolons", ";", [["1.5", "1.234"]], [".", "."], false],
    ["columns that disagree prove it for themselves", ",", [["1,50", "1.5"]], [",", "."], false],
    ["a point alone is a decimal sign", ",", [["1.234", "a"]], [".", undefined], false],
    ["tabs say nothing", "\t", [["1,234", "a"]], [".", undefined], true],
  ])("%s", (_, delimiter, rows, decimals, hasHint) => {
    const found = columns(delimiter, ...rows);
    expect(found.map(({ decimal }) => decimal)).toEqual(decimals);
    expect(found.some(({ hint }) => /send decimal/.test(hint ?? ""))).toBe(hasHint);
  });
});
