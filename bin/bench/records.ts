/* Records with eight cells, used by all measurements. */
import type { Machine } from "#lib/local/machine";
import { request } from "../demo/client.ts";

const choices = ["light", "medium", "heavy"].map((name) => ({ name }));

const eightFields = [
  { type: "singleLineText", name: "Name" },
  { type: "longText", name: "Notes" },
  { type: "number", name: "Count" },
  { type: "checkbox", name: "Done" },
  { type: "rating", name: "Rating" },
  { type: "date", name: "Due" },
  { type: "singleSelect", name: "Weight", options: { choices } },
  { type: "multipleSelect", name: "Tags", options: { choices } },
];

export const recordOf = (i: number) => ({
  fields: {
    Name: `Record ${i}`,
    Notes: "Some words about it that are neither short nor long.",
    Count: i / 7,
    Done: true,
    Rating: (i % 5) + 1,
    Due: new Date(1.7e12 + i * 6e7).toISOString(),
    Weight: choices[i % 3]?.name,
    Tags: ["light", "heavy"],
  },
});

/** New values for two of the cells. */
export const twoCellsOf = (i: number) => ({ fields: { Count: -i, Done: false } });

export const hundredRecords = { records: Array.from({ length: 100 }, (_, i) => recordOf(i)) };

export const newTable = { name: "Bench", fields: eightFields, records: [] };

/** Creates the table over HTTP, and gives its id. */
export async function eightFieldTable({ dev }: Pick<Machine, "dev">): Promise<string> {
  const { id } = await request<{ id: string }>(dev, "POST", `/base/${dev.baseId}/table/`, newTable);
  return id;
}
