/* The titles of linked records: the text of one field of their table. */

import type { Caller } from "#lib/data/identity/caller";
import { makeCellReader, mapInTurns } from "#lib/engine/cells/cell-reader";
import { peopleShown } from "#lib/engine/cells/present";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { isMade, lookupsIn } from "#lib/engine/fields/formula-inputs";
import { limits } from "#lib/schemas/basics/limits";
import { cellContext, peopleById } from "./people.ts";

/** Shows a record as a link to it. */
export type ToLink = (record: StoredRecord) => LinkedRecord;

/** Looks up the people that these titles name, and gives the function that shows one of these records as a link. One round trip if there are any. */
export async function titlesOf(
  records: readonly StoredRecord[],
  { fields, lookupFieldId }: { fields: readonly Field[]; lookupFieldId: string },
  caller: Pick<Caller, "userId" | "now">,
): Promise<ToLink> {
  const field = fields.find(({ id }) => id === lookupFieldId) ?? fields.find(({ isPrimary }) => isPrimary);
  if (!field) return ({ id }) => ({ id });
  const lookups =
    lookupsIn([field]).length > 0
      ? await (await import("./reading/lookups.ts")).readLookups(records, [field])
      : undefined;
  const people = await peopleById([...peopleShown(records, [field]), ...(lookups?.people ?? [])]);
  const may = { seeEmails: false, read: true, create: false, update: false, delete: false };
  const plain = cellContext({ ...caller, may }, people);
  const context = lookups?.attach(plain) ?? plain;
  const cellOf = makeCellReader(field, context);
  const toLink: ToLink = (record) => {
    const cell = cellOf(record);
    const title = cell === undefined ? "" : typeOf(field).text(cell, field.options, context);
    return title === "" ? { id: record.id } : { id: record.id, title: cutTitle(title) };
  };
  if (!isMade(field)) return toLink;
  // formulas may work long
  const links = await mapInTurns(records, context.work, toLink);
  const known = new Map(records.map((record, i) => [record, links[i]]));
  return (record) => known.get(record) ?? toLink(record);
}

/** Each record that links to a record keeps its title, so a title has at most as many characters as a name. */
export const cutTitle = (title: string): string =>
  title.length <= limits.nameLength ? title : `${title.slice(0, limits.nameLength - 1).toWellFormed()}…`;
