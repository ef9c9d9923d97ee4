import * as z from "zod";
import type { ViewType } from "../view-type.ts";
import { attachment, groupable } from "./fitting.ts";

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
  columnMembers: ["visible"],
  canHidePrimary: false,
  primaryColumn: { visible: true },
};
