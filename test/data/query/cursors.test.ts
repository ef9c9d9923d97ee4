import { expect, test } from "vitest";
import { readCursor, writeCursor } from "#lib/data/query/cursors";
import type { TableId } from "#lib/schemas/basics/ids";

const asking = (query: unknown) => ({
  tableId: "tblAAAAAAAAAAAAAAAA" as TableId,
  query,
  isPlace: () => true,
});

test("a cursor does not depend on the order of members", () => {
  const one = [
    { conjunction: "and", filterSet: [{ fieldId: "fld", value: { mode: "today", timeZone: "UTC" } }] },
  ];
  const same = [
    { filterSet: [{ value: { timeZone: "UTC", mode: "today" }, fieldId: "fld" }], conjunction: "and" },
  ];
  expect(readCursor(writeCursor(7, asking(one)), asking(same))).toBe(7);
  expect(() => readCursor(writeCursor(7, asking(one)), asking([...same, 1]))).toThrow("another query");
});

test("400: an invalid cursor, however deeply nested", () => {
  const deep = Buffer.from("[".repeat(7000) + "]".repeat(7000)).toString("base64url");
  expect(() => readCursor(deep, asking(1))).toThrow("is not a valid cursor");
});

test("a cursor of before 2026-11-23 is read: the place holds sort keys", () => {
  const given = "WyJBQUFBQUFBQUFBQUFBQUFBIiwiZGNva0pTOEMzNTBjIixbMywiYWRhIixudWxsLDddLFsyXV0";
  const query = [
    ["viwAAAAAAAAAAAAAAAA"],
    [
      ["fldAge", "asc"],
      ["fldName", "desc"],
    ],
  ];
  expect(readCursor(given, { ...asking(query), bases: [["cho1", "cho2", "cho3"]] })).toEqual([
    3,
    "ada",
    null,
    7,
  ]);
});
