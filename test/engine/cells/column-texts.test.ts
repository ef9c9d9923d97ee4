import { expect, test } from "vitest";
import { decideReading, describeMisfit, readFileText } from "#lib/engine/cells/column-texts";
import { Refusal } from "#lib/engine/field-types/shared/field-type";

const now = { now: "2024-03-10T12:34:56.789Z" };
const rating = { type: "rating", options: { icon: "star", color: "redBright", max: 5 } } as never;
const dates = (date: string) =>
  ({ type: "date", options: { formatting: { date, time: "None", timeZone: "UTC" } } }) as never;

test("an impossible rating is refused, not changed to the nearest one", () => {
  expect(readFileText(rating, " 4 ", {}, now)).toBe(4);
  expect(readFileText(rating, "", {}, now)).toBeUndefined();
  for (const text of ["9", "4.6", "0", "-1"])
    expect(readFileText(rating, text, { decimal: "." }, now)).toMatchObject({
      message: `"${text}" must be a whole number from 1 to 5`,
    });
  expect(readFileText(rating, "good", {}, now)).toBeInstanceOf(Refusal);
});

/** The texts as the column reads them; null for a refusal. */
const read = (field: never, ...texts: string[]) => {
  const reading = decideReading(field, texts);
  return texts.map((text) => {
    const cell = readFileText(field, text, reading, now);
    return cell instanceof Refusal ? null : typeof cell === "string" ? cell.slice(0, 10) : cell;
  });
};

test("a day above 12 proves the order of its column, in each place", () => {
  for (const pattern of ["YYYY-MM-DD", "M/D/YYYY", "D/M/YYYY"]) {
    expect(read(dates(pattern), "03/04/2024", "31/12/2024")).toEqual(["2024-04-03", "2024-12-31"]);
    expect(read(dates(pattern), "12/31/2024", "03/04/2024")).toEqual(["2024-12-31", "2024-03-04"]);
    expect(read(dates(pattern), "03.04.2024", "3.4.24 10:00")).toEqual(["2024-04-03", "2024-04-03"]);
  }
});

test("a column that proves nothing follows its field; if that says nothing, its texts are refused", () => {
  expect(read(dates("D/M/YYYY"), "03/04/2024", "05/06/2024")).toEqual(["2024-04-03", "2024-06-05"]);
  expect(read(dates("M/D/YYYY"), "03/04/2024", "05/06/2024")).toEqual(["2024-03-04", "2024-05-06"]);
  expect(read(dates("YYYY-MM-DD"), "03/04/2024", "05/05/2024")).toEqual([null, "2024-05-05"]);
});

test("dates that do not fit the order of their column are refused, not turned round", () => {
  expect(read(dates("YYYY-MM-DD"), "31/12/2024", "30/11/2024", "12/31/2024")).toEqual([
    ...["2024-12-31", "2024-11-30", null],
  ]);
  expect(read(dates("YYYY-MM-DD"), "31/12/2024", "12/31/2024", "1.2.2024")).toEqual([
    null,
    null,
    "2024-02-01",
  ]);
});

test("a date that is refused for the order of its column says so", () => {
  const iso = dates("YYYY-MM-DD");
  const messages = (...texts: string[]) => {
    const reading = decideReading(iso, texts);
    return texts.flatMap((text) => {
      const cell = readFileText(iso, text, reading, now);
      return cell instanceof Refusal ? [cell.message] : [];
    });
  };
  expect(messages("31/12/2024", "30/11/2024", "12/31/2024", "soon")).toEqual([
    '"12/31/2024" is not a date in the order of this column (day, month, year): write it as 2026-01-31',
    '"soon" is not a date, such as 2026-01-31 or 2026-01-31T12:00:00.000Z',
  ]);
  const unclear = "is unclear, because as many dates of this column have the day first as the month";
  expect(messages("31/12/2024", "12/31/2024", "03/04/2024", "2024-05-06")).toEqual(
    ["31/12/2024", "12/31/2024", "03/04/2024"].map((text) => `"${text}" ${unclear}: write it as 2026-01-31`),
  );
});

test("years of two digits are first, last or refused", () => {
  const iso = dates("YYYY-MM-DD");
  expect(read(iso, "24-04-03", "24-05-06")).toEqual([null, null]);
  expect(read(iso, "99-04-03", "24-05-06")).toEqual(["1999-04-03", "2024-05-06"]);
  expect(read(iso, "03-04-99", "24-05-06")).toEqual([null, null]);
  expect(read(iso, "13-04-99", "24-05-06")).toEqual(["1999-04-13", "2006-05-24"]);
  expect(read(dates("YY-MM-DD"), "24-05-06")).toEqual(["2024-05-06"]);
});

test.each([
  ["multipleSelect", { choices: [] }, "a choice of this field"],
  ["user", { isMultiple: false }, "a collaborator of this base"],
  ["user", { isMultiple: true }, "a collaborator of this base"],
  ["attachment", {}, "a file of this base"],
  ["link", { relationship: "manyMany" }, "a value of a link field"],
])("a separator alone names nothing: %s %j", (type, options, what) => {
  expect(describeMisfit({ type, options }, " , ")).toBe(`"," is not ${what}`);
});
