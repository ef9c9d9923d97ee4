/* The records that a link field of a share links or may link. There are no link fields yet: every field is refused. */

import { invalid } from "#lib/schemas/basics/error";
import type { RecordTitles } from "#lib/schemas/records/record-titles";
import type { SharedLinksQuery } from "#lib/schemas/shares/shared-people";
import { openField, refuseRecords, type Share } from "./shares.ts";

/** Throws 403 if the share shows no records (a form may show candidates) or not this field, 400 for a field that is not a link. */
export function listSharedLinks(share: Share, { fieldId, type }: SharedLinksQuery): RecordTitles {
  const isCandidates = share.view.viewType === "form" && type !== "selected";
  if (!isCandidates) refuseRecords(share);
  const field = openField(share, fieldId);
  throw invalid([
    {
      path: "fieldId",
      message: `must be a link field; this is a ${field.type} field (links: not supported yet)`,
    },
  ]);
}
