/*
 * The records of a link field of a share, by their titles. Visitors of a form choose among those that the field offers, so they get the
 * ids; other shares show what their records link, without ids, as that table is not shared.
 */

import { foldText } from "#lib/engine/comparators/folded";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { SharedLinks, SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import { askedField, openField, refuseRecords, type Share } from "./shares.ts";

const nameOf = ({ type, isLookup }: Field) => (isLookup ? "lookup" : `${type} field`);

/** Throws 403 if the share shows no records (a form may show candidates) or not this field, 400 for a field that is not a link. */
export async function listSharedLinks(
  share: Share,
  { fieldId, type, search = "", skip, take }: SharedLinksQuery,
  now: string,
): Promise<SharedLinks> {
  const isCandidates = share.view.viewType === "form" && type !== "selected";
  if (!isCandidates) refuseRecords(share);
  const field = isCandidates ? askedField(share, fieldId) : openField(share, fieldId);
  if (!holdsLinks(field))
    throw invalid([{ path: "fieldId", message: `must be a link field; this is a ${nameOf(field)}` }]);
  if (isCandidates)
    return (await import("./link-candidates.ts")).listCandidates(field, { search, skip, take }, now);
  const { listLinked } = await import("./linked-titles.ts");
  const linked = await listLinked(share, field, now);
  const wanted = foldText(search);
  return linked
    .filter(({ title = "" }) => foldText(title).includes(wanted))
    .slice(skip, skip + take)
    .map(({ title = "" }) => ({ title }));
}
