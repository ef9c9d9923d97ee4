import * as z from "zod";
import type { ViewType } from "../view-type.ts";
import { attachment } from "./fitting.ts";

export const gallery: ViewType = {
  options: () =>
    z.strictObject({
      coverFieldId: z.string().nullable().optional(),
      isCoverFit: z.boolean().optional(),
      isFieldNameHidden: z.boolean().optional(),
    }),
  fieldOptions: [{ path: ["coverFieldId"], ...attachment }],
  sharing: { includeRecords: true },
  columnMembers: ["visible"],
  canHidePrimary: false,
  primaryColumn: { visible: true },
  initialOptions(fields) {
    const cover = fields.find(attachment.fits);
    return cover ? { coverFieldId: cover.id } : {};
  },
};
