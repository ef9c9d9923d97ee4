import * as z from "zod";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";

export const grid: ViewType = {
  options: () =>
    z.strictObject({
      rowHeight: z.enum(["short", "medium", "tall", "extraTall", "autoFit"]).optional(),
      fieldNameDisplayLines: z.int().min(1).max(3).optional(),
      frozenColumnCount: z.int().min(0).optional(),
    }),
  fieldOptions: [],
  sharing: { includeRecords: true },
  hidesBy: "hidden",
  canHidePrimary: false,
};
