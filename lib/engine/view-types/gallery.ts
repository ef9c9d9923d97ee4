import * as z from "zod";
import { attachment } from "#lib/engine/view-types/shared/fitting";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";

export const gallery: ViewType = {
  options: () =>
    z.strictObject({
      coverFieldId: z.string().nullable().optional(),
      isCoverFit: z.boolean().optional(),
      isFieldNameHidden: z.boolean().optional(),
    }),
  fieldOptions: [{ path: ["coverFieldId"], ...attachment }],
  sharing: { includeRecords: true },
  hidesBy: "visible",
  canHidePrimary: false,
  primaryColumn: { visible: true },
  initialOptions(fields) {
    const cover = fields.find(attachment.fits);
    return cover ? { coverFieldId: cover.id } : {};
  },
};
