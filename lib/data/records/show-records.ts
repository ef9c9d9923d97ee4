/* Shows records as answers contain them, with the people that they name. */

import { type Caller, visitorId } from "#lib/data/identity/caller";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { makePresenter, peopleShown } from "#lib/engine/cells/present";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { findNamedTwice, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { lookupsIn } from "#lib/engine/fields/formula-inputs";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import { invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { Record, RecordQuery } from "#lib/schemas/records/record";
import { type BaseIds, cellContext, peopleById, tellPeopleApart } from "./people.ts";

/** `base`: texts are read back by people of this base, and distinguish them (`written` of a field type). `isExact` as in `CellContext`. */
type WrittenQuery = RecordQuery & { base?: BaseIds | undefined; isExact?: boolean | undefined };

/** The records as an answer shows them; looks up the people they name, in one round trip. Throws 404 for an unknown projection. */
export async function showRecords(
  records: StoredRecord[],
  ...how: [fields: Field[], query: WrittenQuery, caller: Caller]
): Promise<Record[]> {
  const { full, present, context } = await loadPresenter(records, ...how);
  return mapInTurns(full, context.work, present);
}

/** As `showRecords`; throws 413 if they do not fit into one answer. Writers call it before they write. */
export async function showAllFitting(
  records: StoredRecord[],
  ...how: [fields: Field[], query: RecordQuery, caller: Caller]
): Promise<Record[]> {
  const { full, present, context } = await loadPresenter(records, ...how);
  return takeFitting(full, present, () => context.work?.turn());
}

/** These records with all their links, and a function that shows one of them. The people that they name have been looked up. */
async function loadPresenter(
  records: StoredRecord[],
  fields: Field[],
  { fieldKeyType, cellFormat, projection, base, isExact }: WrittenQuery,
  caller: Caller,
): Promise<{ full: StoredRecord[]; present: (record: StoredRecord) => Record; context: CellContext }> {
  const shown = projection ? projectRecord(fields, fieldKeyType, projection) : fields;
  const primary = fields.find(({ isPrimary }) => isPrimary);
  const read = primary && !shown.includes(primary) ? [...shown, primary] : shown;
  const [context, full] = await Promise.all([
    contextFor(records, read, caller, cellFormat === "text" ? base : undefined),
    withAllLinks(records, read, caller),
  ]);
  const exact = isExact ? { ...context, isExact } : context;
  const present = makePresenter({
    ...{ fields: shown, primary, fieldKeyType, cellFormat },
    ...{ context: exact, may: caller.may },
  });
  return { full, present, context: exact };
}

/**
 * The context in which these fields of these records are shown: the people that they name, and the records that they look up. With `base`,
 * each person has a text that no other member of the base has, for texts that are read back: one round trip more, if there are people.
 */
export async function contextFor(
  records: StoredRecord[],
  fields: Field[],
  caller: Caller,
  base?: BaseIds,
): Promise<CellContext> {
  const find = (ids: string[]) =>
    base && ids.length > 0 && caller.userId !== visitorId ? tellPeopleApart(ids, base) : peopleById(ids);
  if (lookupsIn(fields).length === 0) return cellContext(caller, await find(peopleShown(records, fields)));
  reading ??= import("./reading/lookups.ts");
  const { readLookups } = await reading;
  const lookups = await readLookups(records, fields, (some, links) => withAllLinks(some, links, caller));
  const people = await find([...new Set([...peopleShown(records, fields), ...lookups.people])]);
  return lookups.attach(cellContext(caller, people));
}

let reading: Promise<typeof import("./reading/lookups.ts")> | undefined;

/** Reads records in full whose cells have more links than they keep. Imports the code only if there are any. */
export const withAllLinks = async (records: StoredRecord[], fields: readonly Field[], caller: Caller) =>
  records.some(({ more }) => more)
    ? (await import("./full-cells.ts")).readFullCells(records, fields, caller)
    : records;

/**
 * Divides records into pieces that can be read in full, for readers that show any number of records. One piece if the records keep all
 * their links.
 */
export const piecesForLinks = <Each extends StoredRecord>(records: Each[]): Each[][] =>
  cutIntoPieces(records, records.some(({ more }) => more) ? recordsReadInFull : records.length || 1);

/** `readFullCells` can read so many records in full, however many links they have. */
const recordsReadInFull = 7;

/** One record as an answer shows it. */
export async function showRecord(
  record: StoredRecord,
  { fields }: { fields: Field[] },
  query: WrittenQuery,
  caller: Caller,
): Promise<Record> {
  const [shown] = await showRecords([record], fields, query, caller);
  return shown as Record;
}

/** The fields with these keys, in the order of the table. Throws 404 with all unknown keys, 400 for a field that is named by two keys. */
export function projectRecord(
  fields: Field[],
  fieldKeyType: RecordQuery["fieldKeyType"],
  sent: string[],
  path: readonly string[] = ["projection"],
): Field[] {
  const keys = makeFieldKeys(fields, fieldKeyType);
  const say = (key: string, message: string) => ({
    path: pathOf([...path, sent.indexOf(key)]),
    message,
  });
  const twice = findNamedTwice(keys, sent).map(({ key, message }) => say(key, message));
  if (twice.length > 0) throw invalid(twice);
  const unknown = sent.flatMap((key, i) =>
    keys.get(key) ? [] : [{ path: pathOf([...path, i]), message: keys.explain(key) }],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
  const chosen = new Set(sent.map(keys.get));
  return fields.filter((field) => chosen.has(field));
}
