/* The table that all clients write into, and what is known of all of it. */
import type { DevJson } from "#lib/local/process/dev-json";
import type { Tally } from "./tally.ts";
import type { Wire } from "./wire.ts";

export interface Cells {
  Name?: string;
  Code?: string;
  Count?: number;
  Status?: string;
}

export interface Shown {
  id: string;
  autoNumber: number;
  fields: Cells;
}

export interface Page {
  records: Shown[];
  nextCursor: string | null;
}

export interface Sheet {
  path: string;
  wire: Wire;
  tally: Tally;
  /** Whose number it was, of all records that were ever acknowledged. */
  numbers: Map<number, string>;
  /** All values of the unique field that anybody ever sent. */
  codes: Set<string>;
}

const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Code", type: "singleLineText", unique: true },
  { name: "Count", type: "number" },
  { name: "Status", type: "singleSelect", options: { choices: [{ name: "open" }] } },
];

export async function makeSheet(dev: DevJson, wire: Wire, tally: Tally): Promise<Sheet> {
  const { body } = await wire.ask<{ id: string }>(
    {
      operation: "create the table",
      method: "POST",
      path: `/base/${dev.baseId}/table/`,
      body: { name: "Load", fields, records: [] },
    },
    201,
  );
  return { path: `/table/${body.id}`, wire, tally, numbers: new Map(), codes: new Set() };
}

/** A record was acknowledged as new: no other ever had its number. */
export function noteNumber({ numbers, tally }: Sheet, { id, autoNumber }: Shown): void {
  const other = numbers.get(autoNumber) ?? id;
  tally.holds(other === id, () => `number ${autoNumber} was given to ${other} and to ${id}`);
  numbers.set(autoNumber, id);
}

/** Every record, by the cursor. */
export async function walk({ wire, path }: Sheet, take: number): Promise<Shown[]> {
  const records: Shown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body }: { body: Page } = await wire.ask<Page>(
      {
        operation: `list ${take}`,
        method: "GET",
        path: `${path}/record?take=${take}${cursor && `&cursor=${cursor}`}`,
      },
      200,
    );
    records.push(...body.records);
    cursor = body.nextCursor;
  }
  return records;
}
