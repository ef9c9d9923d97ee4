/*
 * The records of a link field of a share, by their titles. Visitors of a form choose among the records that the field offers, so they get
 * the ids. Other shares show the records to which their records link, without ids, because that table is not shared.
 */

import { foldText } from "#lib/engine/comparators/folded";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { SharedLinks, SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import {
  askedField,
  openField,
  refuseRecords,
  refuseUnsigned,
  type Share,
  takesRecords,
  type Visitor,
} from "./shares.ts";

const nameOf = ({ type, isLookup }: Field) => (isLookup ? "lookup" : `${type} field`);

/**
 * Throws 403 if the share shows no records or not this field, 400 for a field that is not a link. A form offers
 * candidates to visitors who may submit it: none if it takes no records, and 401 as `refuseUnsigned`.
 */
export async function listSharedLinks(
  share: Share,
  { fieldId, type, search = "", skip, take }: SharedLinksQuery,
  { userId, now }: Visitor,
): Promise<SharedLinks> {
  const isCandidates = share.view.viewType === "form" && type !== "selected";
  if (isCandidates) refuseUnsigned(share, userId);
  else refuseRecords(share);
  const field = isCandidates ? askedField(share, fieldId) : openField(share, fieldId);
  if (!holdsLinks(field))
    throw invalid([{ path: "fieldId", message: `must be a link field; this is a ${nameOf(field)}` }]);
  if (isCandidates && !takesRecords(share)) return [];
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
