import * as z from "zod";
import { attachment, groupable } from "#lib/engine/view-types/shared/fitting";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";

export const kanban: ViewType = {
  options: () =>
    z.strictObject({
      stackFieldId: z.string().optional(),
      coverFieldId: z.string().nullable().optional(),
      isCoverFit: z.boolean().optional(),
      isFieldNameHidden: z.boolean().optional(),
      isEmptyStackHidden: z.boolean().optional(),
    }),
  fieldOptions: [
    { path: ["stackFieldId"], ...groupable },
    { path: ["coverFieldId"], ...attachment },
  ],
  sharing: { includeRecords: true },
  hidesBy: "visible",
  canHidePrimary: false,
  primaryColumn: { visible: true },
};
