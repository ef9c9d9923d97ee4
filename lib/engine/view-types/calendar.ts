import * as z from "zod";
import { Color } from "#lib/engine/values/colors";
import { singleDate } from "#lib/engine/view-types/shared/fitting";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";

export const calendar: ViewType = {
  options: () =>
    z.strictObject({
      startDateFieldId: z.string().nullable().optional(),
      endDateFieldId: z.string().nullable().optional(),
      titleFieldId: z.string().nullable().optional(),
      colorConfig: z
        .strictObject({
          type: z.enum(["field", "custom"]),
          fieldId: z.string().nullable().optional(),
          color: Color.nullable().optional(),
        })
        .nullable()
        .optional(),
    }),
  fieldOptions: [
    { path: ["startDateFieldId"], ...singleDate },
    { path: ["endDateFieldId"], ...singleDate },
    { path: ["titleFieldId"] },
    { path: ["colorConfig", "fieldId"] },
  ],
  sharing: { includeRecords: true },
  hidesBy: "visible",
  canHidePrimary: true,
  primaryColumn: { visible: true },
  initialOptions(fields) {
    const [start, end] = fields.filter(singleDate.fits);
    return { ...(start && { startDateFieldId: start.id }), ...(end && { endDateFieldId: end.id }) };
  },
};
