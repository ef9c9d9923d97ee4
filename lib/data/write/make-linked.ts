/*
 * Makes records of titles in link cells that no record has (`createLinked`). They are planned here, and written in the commit of the call
 * that links them.
 *
 *  entity    pk                       sk     cost
 *  newTitle  NEWTITLE#<table>#<hash>  TITLE  the record that was last made of a title, for a day: 2 WCU, in the commit that makes it
 *
 * Of two calls that make the same title at once, one writes this item first. The other is refused, reads again and finds the record.
 */

import { createHash } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import { type MadeLinked, type MakeLinked, writtenTitles } from "#lib/data/links/read-targets";
import { findMany, guardKey, type RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import type { Schema, TableItem } from "#lib/data/schema/table-schema";
import { draftedChoices } from "#lib/engine/cells/cells";
import { completeDrafts } from "#lib/engine/cells/new-records";
import { isComputed } from "#lib/engine/fields/field";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItems, type Item, keyText, makeFinder } from "#lib/store/store";
import { type Reading, readDrafts } from "./read-drafts.ts";
import { batchChanges, planBatch } from "./record-batch.ts";
import { numbersOf, type TakeNumbers } from "./record-numbers.ts";

type ClaimItem = Item & { recordId: RecordId };

const claimKey = (tableId: TableId, title: string) => ({
  pk: `NEWTITLE#${tableId}#${createHash("sha256").update(title).digest("base64url")}`,
  sk: "TITLE",
});

/** Whether the caller may create records in a table. May throw 403. */
export type MayCreateIn = (table: TableItem) => Promise<boolean>;

/** Makes records for one attempt of a call; for a preview without numbers of the table. */
export const makeLinked =
  (caller: Caller, mayCreateIn: MayCreateIn, isPreview = false): MakeLinked =>
  async (schema, asked) => {
    const { table, fields } = schema;
    const primary = fields.find(({ isPrimary }) => isPrimary);
    const refuseAll = (why: string) => ({
      ...nothingMade(schema),
      byTitle: new Map(asked.map((title) => [title, why])),
    });
    if (!(await mayCreateIn(table))) return refuseAll("you may not create records in its table");
    if (!primary || isComputed(primary))
      return refuseAll(
        `no record can be made of it, because ${JSON.stringify(primary?.name ?? "")}, the primary field of its table, is computed`,
      );
    const written = await writtenTitles(schema, asked, caller);
    const textOf = (title: string) => written.get(title) ?? title;
    const titles = [...new Set(asked.map(textOf))];
    if (titles.length > limits.recordsPerCall)
      throw invalid([
        {
          path: "createLinked",
          message: `at most ${limits.recordsPerCall} new linked records per call; got ${titles.length}`,
        },
      ]);
    const claimed = await findClaimed(schema, titles, caller);
    const made = await planNew(
      schema,
      titles.filter((title) => !claimed.found.has(title)),
      {
        primaryId: primary.id,
        claims: claimed.items,
        takeNumbers: isPreview ? async () => 1 : numbersOf(table.id),
      },
      caller,
    );
    const all = new Map([...claimed.found, ...made.byTitle]);
    return {
      ...made,
      byTitle: new Map(asked.map((title) => [title, all.get(textOf(title)) ?? "it is no title"])),
    };
  };

const nothingMade = (schema: Schema): MadeLinked => ({
  schema,
  fields: schema.fields,
  byTitle: new Map(),
  writes: [],
  claims: new Map(),
  changesFor: async () => [],
});

interface Claims {
  /** By title: records that another call has made since the titles were looked for. */
  found: Map<string, RecordItem>;
  items: Map<string, ClaimItem>;
}

async function findClaimed(schema: Schema, titles: string[], caller: Caller): Promise<Claims> {
  const { table, fields } = schema;
  const find = makeFinder(await getItems(titles.map((title) => claimKey(table.id, title))));
  const items = new Map(
    titles.flatMap((title) => {
      const item = find<ClaimItem>(claimKey(table.id, title));
      return item ? [[title, item] as const] : [];
    }),
  );
  if (items.size === 0) return { found: new Map(), items };
  const records = (
    await findMany(
      table.id,
      [...items.values()].map(({ recordId }) => recordId),
    )
  ).filter((record) => record !== undefined);
  const lookupFieldId = fields.find(({ isPrimary }) => isPrimary)?.id ?? "";
  const toLink = await titlesOf(records, { fields, lookupFieldId }, caller);
  const byTitle = new Map(records.map((record) => [toLink(record).title ?? "", record]));
  const found = [...items.keys()].flatMap((title) => {
    const record = byTitle.get(title);
    return record ? [[title, record] as const] : [];
  });
  return { found: new Map(found), items };
}

async function planNew(
  schema: Schema,
  titles: string[],
  {
    primaryId,
    claims,
    takeNumbers,
  }: { primaryId: string; claims: Claims["items"]; takeNumbers: TakeNumbers },
  caller: Caller,
): Promise<MadeLinked> {
  if (titles.length === 0) return nothingMade(schema);
  const { table } = schema;
  const readTitles = (some: string[]) => {
    const inputs = some.map((title, i) => ({ values: { [primaryId]: title }, at: [i] }));
    return readDrafts(schema, { inputs, fieldKeyType: "id", typecast: true, mayCreate: true }, caller);
  };
  const needsChoices = ({ fields }: Reading) => draftedChoices(schema.fields, fields).length > 0;
  const reading = await readTitles(titles);
  const completed = completeDrafts(reading.drafts, reading);
  const byTitle = new Map<string, RecordItem | string>();
  const refuse = (i: number, why: string) =>
    byTitle.set(titles[i] ?? "", `no record can be made of it in ${JSON.stringify(table.name)}: ${why}`);
  for (const { path, message } of completed.issues) {
    const i = titles.findIndex((_, i) => path.startsWith(pathOf([i])));
    const field = reading.fields.find(({ id }) => path.startsWith(pathOf([i, "fields", id])));
    refuse(i, field ? `${field.name} ${message}` : message);
  }
  for (const [i, title] of titles.entries())
    if (title.length > limits.nameLength) refuse(i, `a title has at most ${limits.nameLength} characters`);
  // new choices of a primary field would change the schema of its table
  if (needsChoices(reading))
    for (const [i, title] of titles.entries())
      if (needsChoices(await readTitles([title]))) refuse(i, "its primary field has no such choice");
  const guards = completed.cells.flatMap((cells, i) =>
    reading.fields
      .filter(({ unique }) => unique)
      .flatMap((field) => {
        const key = guardKey(table.id, field, cells);
        return key ? [{ i, field, key }] : [];
      }),
  );
  const taken = new Set((await getItems(guards.map(({ key }) => key))).map(keyText));
  for (const { i, field, key } of guards)
    if (taken.has(keyText(key))) refuse(i, `${field.name} must be unique, but another record has this value`);

  const good = titles.flatMap((title, i) => (byTitle.has(title) ? [] : [{ title, i }]));
  const wanted = good.map(({ i }) => ({ at: [], cells: completed.cells[i] ?? {} }));
  const target = { table, ...reading, fields: schema.fields };
  const batch = await planBatch(target, wanted, { takeNumbers }, caller);
  const made = new Map<RecordId, ReturnType<typeof insert>>();
  for (const [k, { title }] of good.entries()) {
    const record = batch.writes[k]?.after;
    if (!record) continue;
    byTitle.set(title, record);
    const before = claims.get(title);
    const claim = { recordId: record.id, expiresAt: expiryIn(secondsPerDay, caller.now) };
    made.set(
      record.id,
      before ? change(before, claim) : insert({ ...claimKey(table.id, title), entity: "newTitle", ...claim }),
    );
  }
  return {
    schema,
    fields: schema.fields,
    byTitle,
    writes: batch.writes,
    claims: made,
    async changesFor(writes) {
      const some = { ...batch, writes: writes.map(({ after }) => ({ at: [], after })) };
      const claims = writes.flatMap(({ after }) => made.get(after.id) ?? []);
      return [...(await batchChanges(some, caller)), ...claims];
    },
  };
}
