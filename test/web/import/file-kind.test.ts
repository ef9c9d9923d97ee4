/* Which files the app takes, before it sends them. */
import { expect, test } from "vitest";
import { limits } from "#lib/schemas/basics/limits";
import { examineFile, mediaTypeOf, titleOfFile } from "#lib/web/browser/import/file-kind";

test("tables and backups are told apart by their names; anything else has a reason", () => {
  const examine = (name: string, size = 10) => examineFile({ name, size });
  for (const name of ["a.csv", "A.CSV", "a.b.tsv", "a.txt", "a.xlsx"]) expect(examine(name)).toBe("table");
  expect(examine("base.zip")).toBe("backup");
  expect(examine("old.xls")).toEqual({ problem: expect.stringContaining("Save it as XLSX or CSV") });
  for (const name of ["a.pdf", "csv", "", "a.toString"])
    expect(examine(name)).toEqual({ problem: expect.stringContaining("is no CSV") });
  expect(examine("a.csv", 0)).toEqual({ problem: "a.csv is empty." });
  expect(examine("a.csv", limits.fileBytes)).toBe("table");
  expect(examine("a.csv", limits.fileBytes + 1)).toEqual({ problem: expect.stringContaining("100 MB") });
});

test("what a file becomes has its name without the ending", () => {
  expect(titleOfFile("Fruit 2026.v2.csv")).toBe("Fruit 2026.v2");
  expect(titleOfFile(".csv")).toBe(".csv");
  expect(titleOfFile(`${"x".repeat(300)}.csv`)).toHaveLength(limits.nameLength);
  expect(mediaTypeOf("A.TSV")).toBe("text/csv");
  expect(mediaTypeOf("a.xlsx")).toContain("spreadsheetml");
});
