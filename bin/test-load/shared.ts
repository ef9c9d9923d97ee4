/*
 * Records that all clients write concurrently: counters, which each client reads and increments with If-Match, and records that each client
 * upserts by their unique value.
 */
import { pick, random } from "./chance.ts";
import { noteNumber, type Page, type Sheet, type Shown } from "./table.ts";

const counters = 8;
const codes = 16;

/** An acknowledged write of a shared record. `wrote` is the new name; undefined if the record was deleted. */
interface Write {
  begun: number;
  ended: number;
  wrote: string | undefined;
}

export type Shared = Awaited<ReturnType<typeof newShared>>;

export async function newShared(sheet: Sheet) {
  const { wire, tally, path } = sheet;
  const { body: start } = await wire.ask<Page>(
    {
      operation: "create the counters",
      method: "POST",
      path: `${path}/record`,
      body: {
        records: Array.from({ length: counters }, (_, i) => ({
          fields: { Name: `counter ${i}`, Count: 0, Status: "open" },
        })),
      },
    },
    201,
  );
  for (const record of start.records) noteNumber(sheet, record);
  const counted = new Map(start.records.map(({ id }) => [id, 0]));
  const writes = new Map<string, Write[]>();
  let made = 0;

  async function countUp(): Promise<void> {
    const id = pick([...counted.keys()]) ?? "";
    const at = { path: `${path}/record/${id}` };
    for (;;) {
      const { body, tag } = await wire.ask<Shown>({ operation: "get", method: "GET", ...at }, 200);
      const { status } = await wire.ask(
        {
          operation: "increment with If-Match",
          method: "PATCH",
          ...at,
          headers: { "if-match": tag, "idempotency-key": crypto.randomUUID() },
          body: { record: { fields: { Count: (body.fields.Count ?? 0) + 1 } } },
        },
        ...[200, 412],
      );
      if (status === 200) break;
      tally.count("increment with If-Match: 412, read again");
    }
    counted.set(id, (counted.get(id) ?? 0) + 1);
  }

  /** Upserts a shared record, and sometimes deletes it. */
  async function meet(): Promise<void> {
    const code = `shared ${random(codes)}`;
    const name = `shared ${made++}`;
    sheet.codes.add(code);
    let begun = performance.now();
    const note = (wrote: string | undefined) =>
      writes.set(code, [...(writes.get(code) ?? []), { begun, ended: performance.now(), wrote }]);
    const { body } = await wire.ask<Page & { created: string[] }>(
      {
        operation: "upsert a shared record",
        method: "PATCH",
        path: `${path}/record`,
        body: { upsert: { fieldKeys: ["Code"] }, records: [{ fields: { Code: code, Name: name } }] },
      },
      200,
    );
    note(name);
    const [record] = body.records as [Shown];
    if (body.created.length > 0) noteNumber(sheet, record);
    tally.holds(record.fields.Name === name, () => `upsert of ${code}: ${JSON.stringify(record)}`);
    if (random(5) > 0) return;
    begun = performance.now();
    const { status } = await wire.ask(
      {
        operation: "delete a shared record",
        method: "POST",
        path: `${path}/record/delete`,
        body: { recordIds: [record.id] },
      },
      ...[200, 404],
    );
    // on 404 another client has already deleted it
    if (status === 200) note(undefined);
  }

  const owns = ({ id, fields }: Shown) => counted.has(id) || writes.has(fields.Code ?? "");

  /** Checks the final records against the acknowledged writes. */
  function check(records: Shown[]): void {
    for (const [id, count] of counted) {
      const found = records.find((record) => record.id === id)?.fields.Count;
      tally.holds(
        found === count,
        () => `counter ${id} is ${found}, but ${count} increments were acknowledged`,
      );
    }
    for (const [code, all] of writes) {
      const found = records.filter(({ fields }) => fields.Code === code);
      tally.holds(found.length < 2, () => `${code} exists ${found.length} times`);
      const lastBegun = Math.max(...all.map(({ begun }) => begun));
      // every write that ended after the last one began may have been the last
      const last = new Set(all.filter(({ ended }) => ended >= lastBegun).map(({ wrote }) => wrote));
      tally.holds(
        last.has(found[0]?.fields.Name),
        () => `${code} is ${JSON.stringify(found)}, not ${[...last]}`,
      );
    }
  }

  return { turn: () => (random(2) ? countUp() : meet()), owns, check };
}
