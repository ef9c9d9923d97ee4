/* The records that visitors of a form may link. Loaded only for them: lists are much code. */

import { readList } from "#lib/data/query/list-records";
import { titlesOf } from "#lib/data/records/titles";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Field } from "#lib/engine/fields/field";
import type { SharedLinks, SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import { visitorCaller } from "./shares.ts";

type Part = Required<Pick<SharedLinksQuery, "search" | "skip" | "take">>;

/** A page of the records that the link field of the form offers, with their ids. */
export async function listCandidates(
  field: Field,
  { search, skip, take }: Part,
  now: string,
): Promise<SharedLinks> {
  const { foreignTableId, lookupFieldId } = field.options as LinkOptions;
  const table = await findTable(foreignTableId);
  if (!table) return [];
  const schema = await schemaOf(table);
  // the owner of the form decided that it offers these records
  const visitor = { ...visitorCaller(now), mayReadIn: async () => true };
  const query = {
    ...({ fieldKeyType: "id", cellFormat: "json", ignoreViewQuery: false, skip, take } as const),
    filterLinkCellCandidate: { fieldId: field.id },
    ...(search && { search: { value: search, fields: [lookupFieldId], hideNotMatch: true } }),
  };
  const { page } = await readList({ schema, rows: undefined }, query, visitor);
  const toLink = await titlesOf(page.records, { fields: schema.fields, lookupFieldId }, visitor);
  return page.records.map((record) => ({ title: "", ...toLink(record) }));
}
