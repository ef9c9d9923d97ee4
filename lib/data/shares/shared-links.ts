/*
 * The records of a link field of a share, by their titles. Visitors of a form choose among those that the field offers, so they get the
 * ids; other shares show what their records link, without ids, as that table is not shared.
 */

import { visitMatching } from "#lib/data/query/aggregate";
import { readList } from "#lib/data/query/list-records";
import { planQuery } from "#lib/data/query/query-plan";
import { titlesOf } from "#lib/data/records/titles";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import { foldText } from "#lib/engine/comparators/folded";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { SharedLinks, SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import { through } from "./shared-records.ts";
import { openField, refuseRecords, type Share, visitorCaller } from "./shares.ts";

/** Throws 403 if the share shows no records (a form may show candidates) or not this field, 400 for a field that is not a link. */
export async function listSharedLinks(
  share: Share,
  { fieldId, type, search = "", skip, take }: SharedLinksQuery,
  now: string,
): Promise<SharedLinks> {
  const isCandidates = share.view.viewType === "form" && type !== "selected";
  if (!isCandidates) refuseRecords(share);
  const field = openField(share, fieldId);
  if (!holdsLinks(field))
    throw invalid([{ path: "fieldId", message: `must be a link field; this is a ${field.type} field` }]);
  if (isCandidates) return listCandidates(field, { search, skip, take }, now);
  const linked = await listLinked(share, field, now);
  const wanted = foldText(search);
  return linked
    .filter(({ title = "" }) => foldText(title).includes(wanted))
    .slice(skip, skip + take)
    .map(({ title = "" }) => ({ title }));
}

type Part = Required<Pick<SharedLinksQuery, "search" | "skip" | "take">>;

async function listCandidates(field: Field, { search, skip, take }: Part, now: string): Promise<SharedLinks> {
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

/** What the records of the view link, each once. */
async function listLinked(share: Share, field: Field, now: string): Promise<LinkedRecord[]> {
  const plan = planQuery(share.schema, through(share, { fieldKeyType: "id" }), visitorCaller(now));
  const linked = new Map<string, LinkedRecord>();
  await visitMatching(
    plan,
    (record) => {
      for (const each of (record.cells[field.id] ?? []) as LinkedRecord[]) linked.set(each.id, each);
    },
    [field],
  );
  return [...linked.values()];
}
