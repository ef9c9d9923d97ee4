/* Copying cells from a share. */

import { copyCells } from "#lib/data/query/copy-cells";
import { writeCell } from "#lib/engine/field-types/shared/field-type";
import { typeOf } from "#lib/engine/fields/field";
import type { CopiedCells } from "#lib/schemas/selections/selection";
import type { SharedCopyQuery } from "#lib/schemas/shares/shared-records";
import { through } from "./shared-records.ts";
import { type Share, visitorCaller } from "./shares.ts";
import { showFields } from "./show-share.ts";

/** The cells as text and their fields. Files are named without their tokens. Throws as `copyCells`. */
export async function copyShared(share: Share, query: SharedCopyQuery, now: string): Promise<CopiedCells> {
  const { content, fields } = await copyCells(
    share.schema,
    through(share, query),
    visitorCaller(now),
    (field, cell, context) => writeCell(typeOf(field), cell, field.options, context),
  );
  return { content, header: showFields(share, fields) };
}
