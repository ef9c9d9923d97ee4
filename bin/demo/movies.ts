/*
 * The 3,201 movies of the npm package vega-datasets: their table, the values to send, and the cells to expect. The expected cells are
 * computed from the source alone, without code of Gridless.
 */
import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";

type Movie = Record<string, string | number | null>;

/** A field, and the column of the source that fills it. */
interface Column {
  name: string;
  type: string;
  options?: object;
  source: string;
  /** Gives the value that is sent instead of the value of the source. */
  send?: (value: string | number) => unknown;
  expect: (value: string | number) => unknown;
}

const asText = (value: string | number) =>
  String(value)
    .replace(/[\n\r\t]+/g, " ")
    .trim();
const asIs = (value: string | number) => value;
const asList = (value: string | number) => [value];
const isSold = (value: string | number) => Number(value) > 0;
const asDate = (value: string | number) => new Date(`${value} UTC`).toISOString();

const money = { formatting: { type: "currency", symbol: "$", precision: 0 } };
const whole = { formatting: { type: "decimal", precision: 0 } };
const day = { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } };

const columns: Column[] = [
  { name: "Title", type: "singleLineText", source: "Title", expect: asText },
  { name: "Director", type: "longText", source: "Director", expect: asText },
  { name: "Released", type: "date", options: day, source: "Release Date", expect: asDate },
  { name: "Worldwide gross", type: "number", options: money, source: "Worldwide Gross", expect: asIs },
  { name: "Budget", type: "number", options: money, source: "Production Budget", expect: asIs },
  { name: "Minutes", type: "number", options: whole, source: "Running Time min", expect: asIs },
  { name: "MPAA rating", type: "singleSelect", source: "MPAA Rating", expect: asIs },
  { name: "Distributor", type: "singleSelect", source: "Distributor", expect: asIs },
  { name: "Genres", type: "multipleSelect", source: "Major Genre", expect: asList },
  {
    name: "Stars",
    type: "rating",
    source: "IMDB Rating",
    options: { icon: "star", color: "yellowBright", max: 10 },
    expect: (value) => Math.min(10, Math.round(Number(value))),
  },
  { name: "IMDB rating", type: "number", source: "IMDB Rating", expect: asIs },
  { name: "On DVD", type: "checkbox", source: "US DVD Sales", send: isSold, expect: isSold },
];

const computed = [
  { name: "No.", type: "autoNumber" },
  { name: "Added", type: "createdTime" },
  { name: "Added by", type: "createdBy" },
];

/** The body of the request that creates the table. */
export const moviesTable = {
  name: "Movies",
  icon: "🎬",
  description: "From the npm package vega-datasets",
  fields: [
    ...columns.map(({ name, type, options }) => ({ name, type, ...(options && { options }) })),
    ...computed,
  ],
  views: [{ type: "grid", name: "All movies" }],
  records: [],
};

export const fieldTypesUsed = new Set(moviesTable.fields.map(({ type }) => type)).size;
export const cellNames = columns.map(({ name }) => name);

export async function readMovies(): Promise<Movie[]> {
  const folder = path.dirname(findPackageJSON("vega-datasets", import.meta.url) ?? ".");
  return JSON.parse(await readFile(path.join(folder, "data/movies.json"), "utf8")) as Movie[];
}

/** A movie as a record to send: the values of the source, including nulls, unchanged but for those with `send`. */
export const sentOf = (movie: Movie) => ({
  fields: Object.fromEntries(
    columns.map(({ name, source, send }) => {
      const value = movie[source] ?? null;
      return [name, send && value !== null ? send(value) : value];
    }),
  ),
});

/** The cells that the response must have; empty cells are absent. */
export function expectedOf(movie: Movie): Record<string, unknown> {
  const cells: [string, unknown][] = columns.map(({ name, source, expect }) => {
    const value = movie[source] ?? null;
    const cell = value === null ? undefined : expect(value);
    return [name, cell === "" || cell === false ? undefined : cell];
  });
  return Object.fromEntries(cells.filter(([, cell]) => cell !== undefined));
}
