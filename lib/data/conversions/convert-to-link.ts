/*
 * Converts a field to a link field: its texts become links to the records with these titles, in one commit with the field. A text that is
 * no title becomes no link, or makes a record if the call asks for that. Unlike other conversions this one writes every record that has a cell.
 *
 * A link field that is led to another table is converted in the same way, by the titles of all its links. Where a field was a link before,
 * its new links are stored at new places: a job may still remove the former ones, and calls that began before may still write there.
 */

import type { Caller } from "#lib/data/identity/caller";
import { linkChanges } from "#lib/data/link-fields/new-link-changes";
import { type AllowThere, planNewLinks } from "#lib/data/link-fields/new-links";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import type { MakeLinked } from "#lib/data/links/read-targets";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { piecesForLinks, withAllLinks } from "#lib/data/records/show-records";
import { addFields } from "#lib/data/schema/add-fields";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { changedIn } from "#lib/data/tables/changed-field";
import { followSoon } from "#lib/data/write/follow-soon";
import { completeRecords, type Reading, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { loadCellCode } from "#lib/engine/cells/connect-fields";
import { localizationOf } from "#lib/engine/cells/constraints";
import { isOfPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { findLink, holdsMany, writeLinks } from "#lib/engine/field-types/shared/links";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { splitList } from "#lib/engine/values/lists";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ConversionPreview, NewField } from "#lib/schemas/tables/field";
import type { Change } from "#lib/store/commit";
import { surveyConversion } from "./survey-conversion.ts";

interface ToLink {
  field: FieldItem;
  made: Field;
  asked: NewField;
}

export interface Linked {
  /** The cells that the conversion would give; nothing is written. */
  preview(): Promise<ConversionPreview>;
  /** The link field, complete. */
  made: Field;
  /** The changes of other fields and tables. */
  changes: Change[];
  /** The changes of records, once the field is known as it will be stored. */
  write(converted: FieldItem): Promise<{ changes: Change[]; follow(all: Change[]): Promise<void> }>;
}

/** Throws 400 for invalid options, too many records, and records that only one may link but several would. */
export async function planLinked(
  schema: Schema,
  { field, made, asked }: ToLink,
  caller: Caller,
  allow: AllowThere,
  makeLinked?: MakeLinked,
): Promise<Linked> {
  const own = { ...schema, fields: schema.fields.filter((each) => each !== field) };
  const generation = nextGeneration(field);
  const at = generation
    ? { ...made, options: { ...(made.options as LinkOptions), storage: { generation } } }
    : made;
  const plan = await planNewLinks(own, { made: [at], inputs: [asked], at: () => [] }, allow);
  const planned = await linkChanges(plan, own);
  const [link, ...symmetric] = planned.fields as [Field, ...Field[]];
  return {
    made: link,
    changes: [...addFields(withHidden(schema, field, link), symmetric, "options"), ...planned.changes],
    preview: () => previewLinks(schema, field, { ...field, ...link }, caller, makeLinked),
    async write(converted) {
      const { found, linked, all } = await linkTexts(schema, field, converted, caller, makeLinked);
      const { table } = schema;
      if (converted.notNull) refuseEmpty(all, { found, linked }, converted, table.name);
      const wanted = completeRecords(table, linked, { found });
      const batch = await planBatch({ table, ...linked }, wanted, {}, caller);
      return {
        changes: await batchChanges(batch, caller),
        follow: async (all) => {
          if (batch.notes.length > 0) await followSoon(batch.notes, all);
        },
      };
    },
  };
}

/** The number of the places of new links, if the field has been a link. */
function nextGeneration(field: FieldItem): number | undefined {
  const generations = [...(field.former ?? []), field].flatMap((each) => {
    if ("id" in each && isLink(each)) return each.options.storage?.generation ?? 0;
    return each.wasLink ? (each.wasGeneration ?? 0) : [];
  });
  return generations.length > 0 ? Math.max(...generations) + 1 : undefined;
}

/** The table with the columns of shared forms as the conversion leaves them. */
function withHidden(schema: Schema, before: FieldItem, after: Field): Schema {
  const { hidden } = changedIn(schema, before, { ...before, ...after });
  return { ...schema, views: schema.views.map((view) => ({ ...view, ...hidden.get(view.id) })) };
}

/** Throws 400 for records that would have no link. */
function refuseEmpty(
  all: RecordItem[],
  { found, linked }: Pick<LinkedTexts, "found" | "linked">,
  converted: FieldItem,
  tableName: string,
): void {
  const some = new Set(found.filter((_, i) => [...(linked.drafts[i]?.given.values() ?? [])].some(Boolean)));
  const empty = all.filter((record) => !some.has(record)).slice(0, 100);
  const issues = empty.map(({ id }) => ({
    path: pathOf(["records", id, "fields", converted.name]),
    message: "would be empty; fill the cell first, or convert without notNull",
  }));
  if (issues.length > 0)
    throw invalid(issues, localizationOf({ rule: "notNull", field: converted }, tableName));
}

interface LinkedTexts {
  all: RecordItem[];
  /** The records that have a cell, and what it says. */
  found: RecordItem[];
  texts: (string | null)[];
  /** The links in their place. */
  linked: Reading;
  /** For each of them, whether only a part of its text names records. */
  isPart: boolean[];
}

/** The records that have a cell, with links in place of its text. */
async function linkTexts(
  schema: Schema,
  field: FieldItem,
  converted: FieldItem,
  caller: Caller,
  makeLinked: MakeLinked | undefined,
): Promise<LinkedTexts> {
  if (!isLink(converted)) throw new Error(`the field ${converted.id} is no link`);
  const { table } = schema;
  const { records, more } = await readSlice({
    tableId: table.id,
    after: 0,
    skip: 0,
    take: limits.recordsPerCall,
  });
  if (more)
    throw invalid([
      {
        path: "type",
        message: `the table has more than ${limits.recordsPerCall} records, too many to link in one call; create a link field, and write titles into it with typecast: true`,
      },
    ]);
  const read = isLink(field)
    ? await titlesOfLinks(field, records, caller)
    : await textsOf(schema, field, caller);
  await loadCellCode([converted]);
  const textOf = ({ id }: { id: RecordId }) => read.get(id) ?? null;
  const found = records.filter((record) => record.cells[field.id] !== undefined || textOf(record));
  const fields = schema.fields.map((each) => (each === field ? converted : each));
  const inputs = found.map((record) => ({
    values: { [field.id]: textOf(record) },
    at: ["records", record.id],
  }));
  const reading = await readDrafts(
    { ...schema, fields },
    { inputs, fieldKeyType: "id", typecast: true, makeLinked },
    caller,
  );
  const texts = found.map(textOf);
  const drafts = reading.drafts.map((draft, i) => withTitles(draft, texts[i] ?? "", { converted, reading }));
  const isPart = reading.drafts.map(({ refused }) => refused.size > 0);
  return { all: records, found, texts, linked: { ...reading, drafts }, isPart };
}

type Texts = ReadonlyMap<RecordId, string>;

/** The texts of the cells of a field that is no link. */
async function textsOf(schema: Schema, field: FieldItem, caller: Caller): Promise<Texts> {
  const into = { type: "longText", options: {} };
  const { written } = await surveyConversion(
    schema,
    { field, into, isReshaped: true, keepsCells: true },
    caller,
  );
  return new Map([...written].flatMap(([id, { cell }]) => (typeof cell === "string" ? [[id, cell]] : [])));
}

/** The titles of all links of a field; links that records do not keep are included. */
async function titlesOfLinks(
  field: LinkField & FieldItem,
  records: RecordItem[],
  caller: Caller,
): Promise<Texts> {
  const texts = new Map<RecordId, string>();
  const isMany = holdsMany(field.options.relationship);
  for (const piece of piecesForLinks(records))
    for (const record of await withAllLinks(piece, [field], caller)) {
      const cell = isOfPresentShape(record, field)
        ? (record.cells[field.id] as LinkedRecord[] | undefined)
        : [];
      const text = writeLinks(cell ?? [], isMany, {});
      if (text !== "") texts.set(record.id, text);
    }
  return texts;
}

async function previewLinks(
  schema: Schema,
  field: FieldItem,
  link: FieldItem,
  caller: Caller,
  makeLinked: MakeLinked | undefined,
): Promise<ConversionPreview> {
  const { all, found, texts, linked, isPart } = await linkTexts(schema, field, link, caller, makeLinked);
  const cells = linked.drafts.flatMap(({ given }, i) => {
    const before = texts[i];
    const [cell] = given.values();
    const after = cell === undefined ? null : (typeOf(link).json(cell, link.options, linked.context) ?? null);
    const example = { recordId: (found[i] as RecordItem).id, before, after };
    return before ? [{ example: { ...example, before }, isPart: isPart[i] === true }] : [];
  });
  const lost = cells.filter(({ example }) => example.after === null);
  const some = cells.filter(({ example }) => example.after !== null);
  const changed = some.filter(({ isPart }) => isPart);
  const kept = some.filter(({ isPart }) => !isPart);
  return {
    ...{ records: all.length, cells: cells.length, emptied: lost.length, changed: changed.length },
    examples: [...lost, ...changed, ...kept].slice(0, 10).map(({ example }) => example),
  };
}

interface Titles {
  converted: LinkField & FieldItem;
  reading: Reading;
}

/** The draft of a record with those of its texts that are titles. If a cell holds one link, only the first. */
function withTitles(
  draft: Reading["drafts"][number],
  text: string,
  { converted, reading }: Titles,
): Reading["drafts"][number] {
  const link = reading.fields.find(({ id }) => id === converted.id) as Field;
  if (!draft.refused.has(link)) return draft;
  const targets = reading.context.targetsOf(link.options);
  const isMany = typeOf(link).isMultiple(link.options);
  const all = new Map<string, LinkedRecord>();
  for (const name of splitList(text)) {
    const target = findLink(targets, name);
    if (target && target !== "several") all.set(target.id, target);
  }
  const cell = all.size > 0 ? [...all.values()].slice(0, isMany ? undefined : 1) : undefined;
  return { ...draft, refused: new Set(), issues: [], given: new Map([[link, cell]]) };
}
