/*
 * The records that a link field of a share links or may link, by id and title. Visitors choose by id, so this list has ids; cells in
 * shared records have titles only.
 */

import { titlesOf } from "#lib/data/links/titles";
import { planList } from "#lib/data/query/plan-list";
import { planQuery } from "#lib/data/query/query-plan";
import { readAll } from "#lib/data/query/read-all";
import { withAllLinks } from "#lib/data/records/show-records";
import { readSchema } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { AppError, invalid } from "#lib/schemas/basics/error";
import type { RecordTitles } from "#lib/schemas/records/record-titles";
import type { SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import { through } from "./shared-records.ts";
import { openField, refuseRecords, type Share, takesRecords, visitorCaller } from "./shares.ts";

/**
 * Throws 403 if the share shows no records (a form that takes records shows candidates), candidates of another share than a form, or not
 * this field; 400 for a field that is not a link.
 */
export async function listSharedLinks(
  share: Share,
  query: SharedLinksQuery,
  now: string,
): Promise<RecordTitles> {
  const isForm = share.view.viewType === "form";
  const type = query.type ?? (isForm ? "candidate" : "selected");
  const isCandidates = type === "candidate";
  if (!isCandidates || !takesRecords(share)) refuseRecords(share);
  const field = openField(share, query.fieldId);
  if (!holdsLinks(field))
    throw invalid([{ path: "fieldId", message: `must be a link field; this is a ${field.type} field` }]);
  // visitors of a share that is no form choose nothing
  if (isCandidates && !takesRecords(share))
    throw new AppError("restricted_resource", "This share is not a form that takes records");
  const found = isCandidates ? candidates(field, now) : selected(share, field, now);
  return takePart(found, query);
}

/** The records that the field may link, in the order of their table. */
async function* candidates(field: Field, now: string): AsyncGenerator<LinkedRecord[]> {
  const { foreignTableId, lookupFieldId } = field.options as LinkOptions;
  const schema = await readSchema(foreignTableId);
  // the field was put into the form by somebody who reads both tables
  const caller = { ...visitorCaller(now), mayReadIn: async () => true };
  const cell = { fieldKeyType: "id" as const, filterLinkCellCandidate: { fieldId: field.id } };
  const plan = await planList(schema, cell, caller);
  for await (const records of readAll(plan))
    yield records.map(await titlesOf(records, { fields: schema.fields, lookupFieldId }, caller));
}

/** The records in the cells that the share shows, each once. */
async function* selected(share: Share, field: Field, now: string): AsyncGenerator<LinkedRecord[]> {
  const caller = visitorCaller(now);
  const seen = new Set<string>();
  for await (const page of readAll(planQuery(share.schema, through(share, { fieldKeyType: "id" }), caller)))
    for (let rest = page; rest.length > 0; ) {
      const whole = await withAllLinks(rest, [field], caller);
      rest = rest.slice(whole.length);
      const links = whole.flatMap(({ cells }) => (cells[field.id] ?? []) as LinkedRecord[]);
      const fresh = links.filter(({ id }) => !seen.has(id) && seen.add(id));
      yield fresh;
    }
}

async function takePart(
  found: AsyncGenerator<LinkedRecord[]>,
  { search = "", skip, take }: SharedLinksQuery,
): Promise<RecordTitles> {
  const wanted = search.toLowerCase();
  const kept: RecordTitles = [];
  for await (const records of found) {
    for (const { id, title = "" } of records)
      if (title.toLowerCase().includes(wanted)) kept.push({ id, title });
    if (kept.length >= skip + take) break;
  }
  return kept.slice(skip, skip + take);
}
