import { describe, expect, test } from "vitest";
import { dateFormatCode, numberFormatCode, numberKindOf } from "#lib/engine/xlsx/number-formats";

describe("what a format makes of a number", () => {
  test.each<[number, string | undefined, string]>([
    [0, undefined, "number"],
    [10, undefined, "percent"],
    [14, undefined, "date"],
    [20, undefined, "time"],
    [46, undefined, "duration"],
    [164, "General", "number"],
    [164, "0.00", "number"],
    [164, '"days" 0', "number"],
    [164, "0 \\d", "number"],
    [164, "[Red]-0.0", "number"],
    [164, "#,##0.00\\ [$€-407]", "number"],
    [164, "_-* #,##0_d", "number"],
    [164, "0.0%", "percent"],
    [164, "yyyy-mm-dd", "date"],
    [164, "[$-F800]dddd, mmmm dd", "date"],
    [164, "mmm", "date"],
    [164, "hh:mm AM/PM", "time"],
    [164, "[h]:mm", "duration"],
    [164, '0;"yes"', "number"],
    [164, "", "number"],
  ])("%d %s: %s", (id, code, kind) => expect(numberKindOf(id, code)).toBe(kind));
});

test("of a format that no program writes, only the beginning counts", () => {
  expect(numberKindOf(164, "[".repeat(1_000_000))).toBe("number");
  expect(numberKindOf(164, `0${"[".repeat(1_000_000)}yyyy`)).toBe("number");
  expect(numberKindOf(164, "[[Red]yyyy")).toBe("date");
});

test("numbers are shown as their fields do", () => {
  expect(numberFormatCode({ type: "decimal", precision: 0 })).toBe("0");
  expect(numberFormatCode({ type: "percent", precision: 1 })).toBe("0.0%");
  expect(numberFormatCode({ type: "currency", precision: 2, symbol: "US$" })).toBe('"US$"#,##0.00');
  expect(numberFormatCode({ type: "currency", precision: 0, symbol: "x".repeat(255) })).toBe("#,##0");
});

test.each<[string, "None" | "HH:mm" | "hh:mm A", string]>([
  ["YYYY-MM-DD", "None", "yyyy-mm-dd"],
  ["D. MMMM YY", "HH:mm", "d. mmmm yy hh:mm"],
  ["MM/DD/YYYY", "hh:mm A", "mm/dd/yyyy hh:mm AM/PM"],
  ["[on] dddd, D", "None", '"on" dddd, d'],
  ["YYYY年M月D日", "None", 'yyyy"年"m"月"d"日"'],
  ["Do [of] Q", "None", "yyyy-mm-dd"],
])("a date %s %s is %s", (date, time, code) =>
  expect(dateFormatCode({ date, time, timeZone: "UTC" })).toBe(code),
);

test("every code is of the kind that it was made for", () => {
  for (const symbol of ["€", "d", '"h"', "%", "[y]", "\\", ";"])
    expect(numberKindOf(164, numberFormatCode({ type: "currency", precision: 2, symbol }))).toBe("number");
  expect(numberKindOf(164, dateFormatCode({ date: "[%] MMM", time: "None", timeZone: "UTC" }))).toBe("date");
});
