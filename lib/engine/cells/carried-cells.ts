/*
 * Links carry cells: a record keeps, beside its links, those cells of the linked records that its lookups need. So a page shows them without
 * reading the linked records.
 *
 *   link field `carries`: the fields of the other table         record `carried`: the cells of these fields, for each linked record
 *
 * A lookup is read from carried cells if it needs only stored fields, or formulas of stored fields. Cells of links, files and other lookups
 * are not carried; they are read from the linked records.
 *
 * A commit that changes a carried cell also marks the record as stale (lib/data/schema/stale-marks.ts), until all records that carry the
 * cell have the new one. Readers read stale records themselves, so they never show an old cell. Fields that cannot be carried are
 * `watched`: when they change, only webhooks and titles are updated.
 */

import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { type Carried, type Carries, type Field, typeOf } from "#lib/engine/fields/field";
import { allNeeded, lookupsIn } from "#lib/engine/fields/formula-inputs";
import { type LookupSource, shownIn, sourceOf } from "#lib/engine/fields/lookups";
import { autoNumberOf, type FieldId, hasNumber, numberIn, type RecordId } from "#lib/schemas/basics/ids";
import type { StoredRecord } from "./stored-cells.ts";

type WantedField = Carries["fields"][number];

type Wanted = Pick<Carries, "fields" | "watched">;

/** The fields that a link field has to carry for the lookups of its table; undefined if no lookup needs any. */
export function findWanted(link: Pick<Field, "id">, fields: readonly Field[]): Wanted | undefined {
  const carried = new Map<FieldId, WantedField>();
  const watched = new Set<FieldId>();
  const lookups = lookupsIn(fields).flatMap((lookup) => {
    const source = sourceOf(lookup);
    return source?.link.id === link.id ? [{ lookup, source }] : [];
  });
  for (const { lookup, source } of lookups) {
    const needed = neededBy(lookup, source);
    for (const field of needed ?? []) carried.set(field.id, shapeOf(field));
    if (!needed) for (const { id } of shownIn(lookup, source)) watched.add(id);
  }
  return lookups.length > 0 ? { fields: [...carried.values()], watched: [...watched] } : undefined;
}

const shapeOf = ({ id, former = [] }: Field): WantedField => ({ id, shape: former.length });

/** Whether a definition includes everything that is wanted. */
export const isEnough = (carries: Carries | undefined, wanted: Wanted): boolean =>
  carries !== undefined &&
  hasAll(carries.fields, wanted.fields) &&
  wanted.watched.every((id) => carries.watched.includes(id));

/** Whether the carried fields include these, unchanged. */
const hasAll = (fields: readonly WantedField[], wanted: readonly WantedField[]): boolean =>
  wanted.every(({ id, shape }) => fields.some((each) => each.id === id && each.shape === shape));

/** The stored fields of a linked record that a lookup needs; undefined if a link cannot carry all of them. */
function neededBy(lookup: Field, source: LookupSource): Field[] | undefined {
  const all = allNeeded(shownIn(lookup, source));
  const canCarry = ({ lookupOptions, formula, ...field }: Field) =>
    !lookupOptions && (formula ? !usesTimes.test(formula.tree) : isPlain(field));
  return all.every(canCarry) ? all.filter(({ formula }) => !formula) : undefined;
}

/** Formulas that use a time of the record: it changes without a change of its cells. */
const usesTimes = /"(?:CREATED|LAST_MODIFIED)_TIME"/;

function isPlain({ former = [], ...field }: Pick<Field, "type" | "wasLink" | "former">): boolean {
  return [...former, field].every(({ type, wasLink }) => {
    const { compute, linksIn, filesIn } = typeOf({ type });
    return !wasLink && !compute && !linksIn && !filesIn && type !== "button";
  });
}

/** How the cells of a lookup are read from the cells that its link carries. */
export interface Carrier {
  link: FieldId;
  carries: Carries;
  /** The number of elements of an entry. */
  length: number;
  stale: ReadonlySet<RecordId>;
}

/** How a lookup is read from carried cells, if it can be. Undefined also if the stale records are not known. */
export const findCarrier = (lookup: Field, source: LookupSource): Carrier | undefined =>
  source.stale && carrierOf(lookup, source, source.stale);

/** The same, without regard to stale records: for what is stored with the record. */
export function carrierOf(
  lookup: Field,
  source: LookupSource,
  stale: ReadonlySet<RecordId> = nothingStale,
): Carrier | undefined {
  const { link } = source;
  const { carries } = link;
  if (!carries) return undefined;
  const needed = neededBy(lookup, source);
  if (!needed || !hasAll(carries.fields, needed.map(shapeOf))) return undefined;
  return { link: link.id, carries, length: lengthOf(carries), stale };
}

const convertedIn = ({ fields }: Pick<Carries, "fields">) => fields.filter(({ shape }) => shape > 0);
const lengthOf = (carries: Carries): number => 1 + carries.fields.length + convertedIn(carries).length;

/** The cells that a record carries by this definition; undefined if it carries none, or not for all links of the cell. */
export function carriedBy({ carried, more }: StoredRecord, { link, carries }: Carrier): Carried | undefined {
  const kept = carried?.[link];
  return kept?.[0] === carries.id && !more?.[link] ? kept : undefined;
}

/** The place in the carried array where the cells of the `i`th linked record begin; -1 if they are not there, or are stale. */
export function placeIn(
  kept: Carried,
  id: RecordId,
  i: number,
  { length, stale }: Pick<Carrier, "length" | "stale">,
): number {
  if (stale.size > 0 && stale.has(id)) return -1;
  const likely = firstEntry + i * length;
  if (likely < kept.length && hasNumber(id, kept[likely] as string)) return likely + 1;
  for (let at = firstEntry; at < kept.length; at += length)
    if (hasNumber(id, kept[at] as string)) return at + 1;
  return -1;
}

/** Entries begin after the id of the definition. */
const firstEntry = 1;

/** The index, in an entry, of the cell that a lookup shows; undefined if the lookup has a filter or shows computed cells. */
export function findColumn(
  { lookupOptions }: Pick<Field, "lookupOptions">,
  { field }: LookupSource,
  { carries }: Carrier,
): number | undefined {
  if (lookupOptions?.filter || field.formula || field.former) return undefined;
  return carries.fields.findIndex(({ id }) => id === field.id);
}

/** The cells at one index, of all linked records; undefined if one of them is not carried. */
export function columnOf(
  record: StoredRecord,
  column: number,
  carrier: Carrier,
): (StoredCell | undefined)[] | undefined {
  const kept = carriedBy(record, carrier);
  if (!kept) return undefined;
  const cells: (StoredCell | undefined)[] = [];
  for (const [i, id] of linkedIds(record.cells[carrier.link]).entries()) {
    const place = placeIn(kept, id, i, carrier);
    if (place < 0) return undefined;
    cells.push((kept[place + column] as StoredCell | null) ?? undefined);
  }
  return cells;
}

/** Whether all linked records of a cell are carried. */
export function isCarried(record: StoredRecord, carrier: Carrier): boolean {
  const links = linkedIds(record.cells[carrier.link]);
  if (links.length === 0) return true;
  const kept = carriedBy(record, carrier);
  return kept !== undefined && links.every((id, i) => placeIn(kept, id, i, carrier) >= 0);
}

/** A linked record with the cells that are carried; they begin at this place. */
export function recordAt(kept: Carried, place: number, carries: Carries, id: RecordId): StoredRecord {
  const { fields } = carries;
  const filled = fields.flatMap((field, i): [FieldId, StoredCell][] => {
    const cell = kept[place + i] as StoredCell | null | undefined;
    return cell === null || cell === undefined ? [] : [[field.id, cell]];
  });
  const shapes = convertedIn(carries).map(
    (field, i) => [field.id, kept[place + fields.length + i] as number] as const,
  );
  return {
    ...{ id, autoNumber: autoNumberOf(id), createdTime: new Date(0).toISOString(), createdBy: "" as never },
    ...(shapes.length > 0 && { shapes: Object.fromEntries(shapes) }),
    cells: Object.fromEntries(filled),
  };
}

/** The cells that a link carries of a record: an entry without the record's number. */
export const carryCells = ({ cells, shapes }: StoredRecord, carries: Carries): unknown[] => [
  ...carries.fields.map(({ id }) => cells[id] ?? null),
  ...convertedIn(carries).map(({ id }) => shapes?.[id] ?? 0),
];

const nothingStale: ReadonlySet<RecordId> = new Set();

/** The carried entry of a linked record without its number; undefined if it is not carried by this definition. */
export function entryOf(kept: Carried | undefined, carries: Carries, id: RecordId): unknown[] | undefined {
  if (kept?.[0] !== carries.id) return undefined;
  const length = lengthOf(carries);
  const place = placeIn(kept, id, 0, { length, stale: nothingStale });
  return place < 0 ? undefined : kept.slice(place, place + length - 1);
}

/** The array that a record carries for these linked records. */
export const toCarried = (carries: Carries, entries: readonly [RecordId, unknown[]][]): Carried => [
  carries.id,
  ...entries.flatMap(([id, entry]) => [numberIn(id), ...entry]),
];
