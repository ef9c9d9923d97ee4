/* Records with eight cells, used by most measurements, and with twelve. */
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

const kinds = ["light", "medium", "heavy", "odd", "even"].map((name) => ({ name }));
/** Twelve fields, for cells as short as tables have them. */
export const twelveFields = [
  ...["Name", "City", "Mail", "Phone"].map((name) => ({ type: "singleLineText", name })),
  ...["Count", "Price", "Weight"].map((name) => ({ type: "number", name })),
  ...["Kind", "State"].map((name) => ({ type: "singleSelect", name, options: { choices: kinds } })),
  { type: "date", name: "Due" },
  { type: "checkbox", name: "Done" },
  { type: "rating", name: "Stars" },
];
const cities = ["Weimar", "Bremen", "Porto", "Kyoto", "Quito", "Accra", "Oslo"];

export const twelveCellsOf = (i: number) => ({
  Name: `Person number ${i}`,
  City: cities[i % cities.length],
  Mail: `person.${i}@example.org`,
  Phone: `+49 30 ${1_000_000 + i * 37}`,
  Count: (i * 7919) % 100_003,
  Price: ((i * 31) % 9973) / 7,
  Weight: i % 250,
  Kind: kinds[i % 5]?.name,
  State: kinds[(i * 3) % 4]?.name,
  Due: new Date(Date.UTC(2026, 0, 1) + (i % 1000) * 86_400_000).toISOString(),
  Done: i % 3 === 0 ? true : undefined,
  Stars: (i % 5) + 1,
});

/** New values for two of the cells. */
export const twoCellsOf = (i: number) => ({ fields: { Count: -i, Done: false } });

export const hundredRecords = { records: Array.from({ length: 100 }, (_, i) => recordOf(i)) };

export const newTable = { name: "Bench", fields: eightFields, records: [] };

/** Creates a hundred records over HTTP, and gives the id of the first. */
export async function createHundred({ dev }: Pick<Machine, "dev">, tableId: string): Promise<string> {
  const { records } = await request<{ records: { id: string }[] }>(
    dev,
    "POST",
    `/table/${tableId}/record`,
    hundredRecords,
  );
  return records[0]?.id ?? "";
}

/** Creates the table over HTTP, and gives its id. */
export async function eightFieldTable({ dev }: Pick<Machine, "dev">): Promise<string> {
  const { id } = await request<{ id: string }>(dev, "POST", `/base/${dev.baseId}/table/`, newTable);
  return id;
}
