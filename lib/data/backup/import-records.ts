/*
 * The records of an import, a batch of lines at a time, with their own side of links (import-links.ts). Ids follow from the old ones and
 * keep the autoNumber. A record that exists already was written by a turn that was cut off.
 */

import { isLink } from "#lib/data/links/link-items";
import { addEmptyBuckets, mayHaveEmptyBuckets } from "#lib/data/records/empty-buckets";
import { type CounterItem, counterKey, recordKey, rowKey } from "#lib/data/records/record-keys";
import { type RecordItem, takePositionChange } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { holdsFiles, holdsPeople, isComputed, typeOf } from "#lib/engine/fields/field";
import { joinList } from "#lib/engine/values/lists";
import { AppError } from "#lib/schemas/basics/error";
import type { RecordId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { getItem, getItems, type Item, type Key, keyText } from "#lib/store/store";
import { type FileLine, type FileTable, refuseFile } from "./backup-file.ts";
import { linkItemsOf, linksInLine, withLinks, writeLinkItems } from "./import-links.ts";
import type { ImportWork, PeopleFinder } from "./import-work.ts";
import { fieldsNamed, mostUnused, objectsIn, type RecordLine, readRecordLines } from "./record-lines.ts";

/** The error of a batch, with the file and line of the part that is wrong. */
function explainLines(error: unknown, lines: RecordLine[]): never {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === "conflict") throw error;
  const [issue] = (error.data?.["issues"] ?? []) as { path: string; message: string }[];
  const i = /^lines\[(\d+)\]\.?(.*)$/.exec(issue?.path ?? "");
  const line = lines[Number(i?.[1] ?? 0)];
  throw refuseFile(line?.place, `${i?.[2] ?? ""}: ${issue?.message ?? error.message}`);
}

/** Writes the records of some lines; returns the last autoNumber. */
export async function writeRecords(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<number> {
  const { ids, caller, people, count } = work;
  const schema = await readSchema(ids.of(table.id));
  const field = fieldsNamed(schema, table, work);
  const records = readRecordLines(lines, table, work.at.last);
  const links = records.map((record) => linksInLine(record, field, work));
  // a line without a signature may name any author: the person who imports counts as the author
  const signers = records.map(({ value }) => work.signers("record", table, value));
  const cells = records.map((record, i) => {
    const believed = { ...work, people: signers[i] ?? people };
    const entries = Object.entries(record.fields).flatMap(([name, value]) => {
      const own = field(name, record.place);
      if (!own || isLink(own) || isComputed(own)) return [];
      return [[own.id, cellOf(own, value, believed)]];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
  });
  const newIds = records.map(({ id }) => ids.ofRecord(id));
  await refuseTakenPlaces(records, newIds, { schema, work });
  const numbers = records.map(({ autoNumber }) => autoNumber);
  await raiseNumber(schema, table, numbers);
  await retryOnConflict(async () => {
    const found = await getItems<RecordItem>(newIds.map((id) => recordKey(schema.table.id, id)));
    const known = new Set<string>(found.map(({ id }) => id));
    const at = records.flatMap((_, i) => (known.has(newIds[i] as string) ? [] : [i]));
    if (at.length === 0) return;
    const fields = schema.fields.filter((each) => !isLink(each));
    const inputs = at.map((i) => ({ values: cells[i] ?? {}, at: ["lines", i] }));
    const reading = await readDrafts(
      { table: schema.table, fields, dependents: [] },
      { inputs, fieldKeyType: "id", typecast: false },
      caller,
    );
    const wanted = completeRecords(schema.table, reading);
    const target = { table: schema.table, ...reading, isQuiet: true, dependents: [] };
    const batch = await planBatch(target, wanted, { takeNumbers: async () => 1 }, caller);
    const places = at.map((i) => placesOf(records[i] as RecordLine, schema, work));
    const writes = batch.writes.map((write, k) => {
      const i = at[k] as number;
      const { autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy } = records[
        i
      ] as RecordLine;
      const id = newIds[i] as RecordId;
      const userOf = (old: string): UserId => signers[i]?.find({ id: old }) ?? caller.userId;
      const moved = Object.fromEntries((places[k] ?? []).map(({ viewId, position }) => [viewId, position]));
      const after = {
        ...write.after,
        ...{ ...recordKey(schema.table.id, id), id, autoNumber, createdTime, createdBy: userOf(createdBy) },
        ...(lastModifiedTime && { lastModifiedTime }),
        ...(lastModifiedBy && { lastModifiedBy: userOf(lastModifiedBy) }),
        ...(Object.keys(moved).length > 0 && { moved }),
      };
      return { ...write, after: withLinks(after, links[i] ?? []) };
    });
    const items = writes.flatMap(({ after }, k) =>
      linkItemsOf(after, links[at[k] as number] ?? [], schema.table.id, caller.now),
    );
    await writeLinkItems(items);
    const moved = { ...batch, writes };
    const rows = places.flatMap((own, k) =>
      own.map((place) => takePositionChange(place, newIds[at[k] as number] as RecordId)),
    );
    await commitBatch(schema, moved, [...(await batchChanges(moved, caller)), ...rows]);
  }).catch((error: unknown) => explainLines(error, records));
  count("records", records.length);
  const unknown = records.filter(
    ({ createdBy }, i) => !(signers[i] ?? ownOf(people)).find({ id: createdBy }),
  );
  if (unknown.length > 0) count("unknownAuthors", unknown.length);
  return records.at(-1)?.autoNumber ?? work.at.last;
}

/** Throws 400 for a row position that another record of the file has: it would be refused each time that the job tries. */
async function refuseTakenPlaces(
  records: RecordLine[],
  newIds: RecordId[],
  { schema, work }: { schema: Schema; work: ImportWork },
): Promise<void> {
  const wanted = records.flatMap((record, i) =>
    placesOf(record, schema, work).map((place) => ({ ...place, record, id: newIds[i] })),
  );
  const holders = new Map<string, RecordId | undefined>();
  const keys = wanted.map(({ viewId, position }) => rowKey(viewId, position));
  for (const item of await getItems<Item & { recordId: RecordId }>(distinctKeys(keys)))
    holders.set(keyText(item), item.recordId);
  for (const [i, { record, id, position }] of wanted.entries()) {
    const key = keyText(keys[i] as Key);
    if (holders.has(key) && holders.get(key) !== id)
      throw refuseFile(record.place, `places: another record of the view has the position ${position}`);
    holders.set(key, id);
  }
}

const distinctKeys = (keys: Key[]): Key[] => [...new Map(keys.map((key) => [keyText(key), key])).values()];

/**
 * Raises the number of a table with very many numbers: up to the last record, and a little more. The buckets between records are noted as
 * empty before the records are written, so no record is ever in a bucket that is noted as empty.
 */
async function raiseNumber(
  { table: { id } }: Schema,
  { lastNumber }: FileTable,
  numbers: number[],
): Promise<void> {
  if (!mayHaveEmptyBuckets(lastNumber)) return;
  await retryOnConflict(async () => {
    const counter = await getItem<CounterItem>(counterKey(id));
    const [before, importedTo] = [counter?.importedTo ?? 0, numbers.at(-1) ?? 0];
    // a turn that was cut off has done it
    if (!counter || importedTo <= before) return;
    const n = Math.max(counter.n, Math.min(lastNumber, importedTo + mostUnused));
    const empty = addEmptyBuckets(counter.empty ?? [], before, { numbers, n });
    await commit([change(counter, { n, empty, importedTo })]);
  });
}

const placesOf = ({ places = {} }: RecordLine, { views }: Schema, { ids }: ImportWork) =>
  Object.entries(places).flatMap(([old, position]) => {
    const viewId = ids.of(old as ViewId);
    return views.some(({ id }) => id === viewId) ? [{ viewId, position }] : [];
  });

/** An empty list is no value of a request. */
const filled = <Each>(list: Each[]) => (list.length > 0 ? list : undefined);

type Named = { id: string; email?: string };

/** Without a signature, a line can only name the importing user as its author. */
const ownOf = ({ find, importer }: ImportWork["people"]) => ({
  find: (person: Named) => (find(person) === importer.id ? importer.id : undefined),
});

/** A value of the file in the form of a request, with people and files of this installation. */
function cellOf(
  field: Schema["fields"][number],
  value: unknown,
  { people, count, ids, file }: Pick<ImportWork, "count" | "ids" | "file"> & { people: PeopleFinder },
): unknown {
  if (holdsPeople(field)) {
    const found = objectsIn(value).flatMap((person) => {
      const id = people.find(person as Named);
      if (!id) count("leftOutUsers");
      return id ? [{ id }] : [];
    });
    return Array.isArray(value) ? filled(found) : found[0];
  }
  if (holdsFiles(field)) {
    const found = objectsIn(value).flatMap(({ file: name, name: shown }) => {
      const isThere = file.manifest.attachments && typeof name === "string" && file.entries.has(name);
      if (!isThere) count("leftOutFiles");
      return isThere ? [{ token: ids.token(name), name: shown }] : [];
    });
    return filled(found);
  }
  // a link whose table is not in the file
  if (typeOf(field).type === "longText" && Array.isArray(value))
    return joinList(objectsIn(value).map(({ title }) => String(title ?? "")));
  if (typeOf(field).type === "longText" && typeof value === "object")
    return String(objectsIn(value)[0]?.["title"] ?? "");
  return value;
}
