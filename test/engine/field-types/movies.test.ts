/* Real values: 3201 films. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aField, formatting } from "./support.ts";

const file = new URL("../../../node_modules/vega-datasets/data/movies.json", import.meta.url);
const movies: Record<string, string | number | null>[] = JSON.parse(readFileSync(file, "utf8"));
const valuesOf = (key: string) => movies.flatMap((movie) => movie[key] ?? []);

test.each(["UTC", "Asia/Kolkata", "America/New_York"])("every release date is a day in %s", (zone) => {
  const field = aField("date", { formatting: formatting(zone, "MMM D YYYY") });
  const plain = aField("date", { formatting: formatting(zone) });
  for (const value of valuesOf("Release Date")) {
    const cell = plain.typecast(value);
    expect(typeof cell === "string" && field.text(cell).replace(/ (\d) /, " 0$1 ")).toBe(
      String(value).replace(/ (\d) /, " 0$1 "),
    );
    expect(field.read(value)).toBe(cell);
  }
});

test("every number stays what it is, as a number and as text", () => {
  const field = aField("number", { formatting: { type: "currency", symbol: "US$", precision: 1 } });
  let count = 0;
  for (const key of ["US Gross", "Worldwide Gross", "Production Budget", "IMDB Rating", "Running Time min"])
    for (const value of valuesOf(key).filter((each) => typeof each === "number")) {
      expect(field.read(value)).toBe(value);
      expect(field.typecast(field.text(value))).toBe(value);
      count++;
    }
  expect(count).toBeGreaterThan(10_000);
});

test("every title and genre is a text and a choice", () => {
  const title = aField("singleLineText");
  for (const value of valuesOf("Title"))
    expect(title.text(title.typecast(value) as string)).toBe(String(value).trim());
  const genre = aField("singleSelect");
  for (const value of valuesOf("Major Genre"))
    expect(genre.json(genre.typecast(value) as string)).toBe(value);
  expect((genre.options as { choices: unknown[] }).choices).toHaveLength(
    new Set(valuesOf("Major Genre")).size,
  );
});
