/*
 * The records of an import, a batch of lines at a time: first without their links, then the links, when all records are there. Ids follow
 * from the old ones and keep the autoNumber. A record that is there already was written by a turn that was cut off.
 */

import * as z from "zod";
import { isLink } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import { findMany, type RecordItem, takePositionChange } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { withFormerTimes } from "#lib/data/write/former-times";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { holdsFiles, holdsPeople, isComputed, typeOf } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";
import { autoNumberOf, RecordId, type UserId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { retryOnConflict } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
import { type FileLine, type FileTable, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";

const time = z.iso.datetime();
const lineShape = z.object({
  id: RecordId,
  autoNumber: z.int().min(1),
  fields: z.record(z.string(), z.unknown()),
  createdTime: time,
  createdBy: z.string().max(100),
  lastModifiedTime: time.optional(),
  lastModifiedBy: z.string().max(100).optional(),
  places: z.record(ViewId, z.string().regex(/^[\w~.-]{1,100}$/)).optional(),
});
type RecordLine = z.infer<typeof lineShape> & { place: string };

function readRecord({ value, place }: FileLine, table: FileTable, last: number): RecordLine {
  const line = parse(lineShape, value, place);
  if (autoNumberOf(line.id) !== line.autoNumber)
    throw refuseFile(place, `autoNumber: must be ${autoNumberOf(line.id)}, as in the id`);
  if (line.autoNumber <= last)
    throw refuseFile(place, `autoNumber: must be above ${last}, that of the line before`);
  if (line.autoNumber > table.lastNumber)
    throw refuseFile(place, `autoNumber: must be at most ${table.lastNumber}, the lastNumber of schema.json`);
  return { ...line, place };
}

/** The fields of the schema with the keys of the lines. Throws 400 for an unknown key. */
function fieldOf(schema: Schema, table: FileTable, { ids }: ImportWork) {
  const byName = new Map(
    table.fields.map(({ id, name }) => [name, schema.fields.find((field) => field.id === ids.of(id))]),
  );
  return (name: string, place: string) => {
    if (!byName.has(name))
      throw refuseFile(place, `fields: there is no field ${JSON.stringify(name)} in schema.json`);
    return byName.get(name);
  };
}

/** The error of a batch, with the file and line of the part that is wrong. */
function explainLines(error: unknown, lines: RecordLine[]): never {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === "conflict") throw error;
  const [issue] = (error.data?.["issues"] ?? []) as { path: string; message: string }[];
  const i = /^lines\[(\d+)\]\.?(.*)$/.exec(issue?.path ?? "");
  const line = lines[Number(i?.[1] ?? 0)];
  throw refuseFile(line?.place, `${i?.[2] ?? ""}: ${issue?.message ?? error.message}`);
}

/** Writes the records of some lines without their links; returns the last autoNumber. */
export async function writeRecords(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<number> {
  const { ids, caller, people, count } = work;
  const schema = await readSchema(ids.of(table.id));
  const field = fieldOf(schema, table, work);
  let last = work.at.last;
  const records = lines.map((line) => {
    const record = readRecord(line, table, last);
    last = record.autoNumber;
    return record;
  });
  const cells = records.map((record) => {
    const entries = Object.entries(record.fields).flatMap(([name, value]) => {
      const own = field(name, record.place);
      if (!own || isLink(own) || isComputed(own)) return [];
      return [[own.id, cellOf(own, value, work)]];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
  });
  const newIds = records.map(({ id }) => ids.ofRecord(id));
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
      const userOf = (old: string): UserId => people.find({ id: old }) ?? caller.userId;
      const moved = Object.fromEntries((places[k] ?? []).map(({ viewId, position }) => [viewId, position]));
      const after = {
        ...write.after,
        ...{ ...recordKey(schema.table.id, id), id, autoNumber, createdTime, createdBy: userOf(createdBy) },
        ...(lastModifiedTime && { lastModifiedTime }),
        ...(lastModifiedBy && { lastModifiedBy: userOf(lastModifiedBy) }),
        ...(Object.keys(moved).length > 0 && { moved }),
      };
      return { ...write, after };
    });
    const moved = { ...batch, writes };
    const rows = places.flatMap((own, k) =>
      own.map((place) => takePositionChange(place, newIds[at[k] as number] as RecordId)),
    );
    await commitBatch(schema, moved, [...(await batchChanges(moved, caller)), ...rows]);
  }).catch((error: unknown) => explainLines(error, records));
  count("records", records.length);
  return last;
}

const placesOf = ({ places = {} }: RecordLine, { views }: Schema, { ids }: ImportWork) =>
  Object.entries(places).flatMap(([old, position]) => {
    const viewId = ids.of(old as ViewId);
    return views.some(({ id }) => id === viewId) ? [{ viewId, position }] : [];
  });

/** An empty list is no value of a request. */
const filled = <Each>(list: Each[]) => (list.length > 0 ? list : undefined);

type Named = { id: string; email?: string };
const listOf = (value: unknown): Record<string, unknown>[] =>
  [value].flat().filter((each): each is Record<string, unknown> => typeof each === "object" && each !== null);

/** A value of the file as a request would send it, with the people and files of this installation. */
function cellOf(
  field: Schema["fields"][number],
  value: unknown,
  { people, count, ids, file }: ImportWork,
): unknown {
  if (holdsPeople(field)) {
    const found = listOf(value).flatMap((person) => {
      const id = people.find(person as Named);
      if (!id) count("leftOutUsers");
      return id ? [{ id }] : [];
    });
    return Array.isArray(value) ? filled(found) : found[0];
  }
  if (holdsFiles(field)) {
    const found = listOf(value).flatMap(({ file: name, name: shown }) => {
      const isThere = file.manifest.attachments && typeof name === "string" && file.entries.has(name);
      if (!isThere) count("leftOutFiles");
      return isThere ? [{ token: ids.token(name), name: shown }] : [];
    });
    return filled(found);
  }
  // a link whose table is not in the file
  if (typeOf(field).type === "longText" && Array.isArray(value))
    return listOf(value)
      .map(({ title }) => String(title ?? ""))
      .join(", ");
  if (typeOf(field).type === "longText" && typeof value === "object")
    return String(listOf(value)[0]?.["title"] ?? "");
  return value;
}

/**
 * Writes the links of some lines. A link that is made from one side comes last on the other one, so a second pass over all lines, when all
 * links are there, gives each cell its order.
 */
export async function writeLinks(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<number> {
  const { ids, count } = work;
  const schema = await readSchema(ids.of(table.id));
  const links = schema.fields.flatMap((each) => (isLink(each) ? [each] : []));
  if (links.length === 0) return work.at.last;
  const field = fieldOf(schema, table, work);
  let last = work.at.last;
  const wanted: { id: RecordId; values: Record<string, unknown>; record: RecordLine }[] = [];
  for (const line of lines) {
    const record = readRecord(line, table, last);
    last = record.autoNumber;
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(record.fields)) {
      const own = field(name, record.place);
      if (!own || !isLink(own)) continue;
      const linked = listOf(value).map(({ id }) => parse(RecordId, id, `${record.place}, ${name}`));
      // more come from the other side
      if (linked.length > limits.linksPerCell) continue;
      if (work.at.step === "orders" && (linked.length < 2 || own.options.isOneWay)) continue;
      values[own.id] = linked.map((id) => ids.ofRecord(id));
    }
    if (Object.keys(values).length > 0) wanted.push({ id: ids.ofRecord(record.id), values, record });
  }
  await leaveOutMissing(wanted, links, work);
  const inputs = wanted.map(({ id, values }) => ({
    id,
    values: Object.fromEntries(
      Object.entries(values).map(([fieldId, linked]) => {
        const own = links.find((each) => each.id === fieldId);
        const list = (linked as RecordId[]).map((each) => ({ id: each }));
        return [
          fieldId,
          own && typeOf(own).isMultiple(own.options) && list.length > 0 ? list : (list[0] ?? null),
        ];
      }),
    ),
  }));
  if (inputs.length === 0) return last;
  await changeLinks(schema, inputs, work).catch(async (error: unknown) => {
    if (!isRefused(error)) throw error;
    // others wrote while the file was made: its two sides differ somewhere
    for (const { id, values } of inputs)
      for (const [fieldId, value] of Object.entries(values))
        await changeLinks(schema, [{ id, values: { [fieldId]: value } }], work).catch((one: unknown) => {
          if (!isRefused(one)) throw one;
          count("leftOutLinks", [value].flat().length);
        });
  });
  return last;
}

const isRefused = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 400 || error.status === 404);

/** Leaves out links to records that the file does not have: they were made while it was written. */
async function leaveOutMissing(
  wanted: { values: Record<string, unknown> }[],
  links: { id: string; options: { foreignTableId: Schema["table"]["id"] } }[],
  { count }: ImportWork,
): Promise<void> {
  for (const { id, options } of links) {
    const all = [...new Set(wanted.flatMap(({ values }) => (values[id] ?? []) as RecordId[]))];
    if (all.length === 0) continue;
    const found = await findMany(options.foreignTableId, all);
    const missing = new Set(all.filter((_, i) => !found[i]));
    if (missing.size === 0) continue;
    for (const { values } of wanted) {
      const before = (values[id] ?? []) as RecordId[];
      values[id] = before.filter((each) => !missing.has(each));
      count("leftOutLinks", before.length - (values[id] as RecordId[]).length);
    }
  }
}

const changeLinks = (
  { table }: Schema,
  inputs: { id: RecordId; values: Record<string, unknown> }[],
  { caller }: ImportWork,
): Promise<void> =>
  retryOnConflict(async () => {
    const schema = await readSchema(table.id);
    const found = await findMany(
      table.id,
      inputs.map(({ id }) => id),
    );
    const reading = await readDrafts(
      schema,
      {
        inputs: inputs.map(({ values }, i) => ({ values, at: ["lines", i] })),
        ...{ fieldKeyType: "id", typecast: false },
      },
      caller,
    );
    const wanted = completeRecords(schema.table, reading, { found });
    const target = { table: schema.table, ...reading, isQuiet: true };
    const batch = await planBatch(target, wanted, {}, caller);
    // the last change of a record is the one that the file says
    const kept = withFormerTimes(batch);
    await commitBatch(schema, kept, await batchChanges(kept, caller));
  });
