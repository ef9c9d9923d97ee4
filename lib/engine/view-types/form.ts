import * as z from "zod";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";
import { limits } from "#lib/schemas/basics/limits";

export const form: ViewType = {
  options: () =>
    z.strictObject({
      coverUrl: z.string().max(limits.urlLength).optional(),
      logoUrl: z.string().max(limits.urlLength).optional(),
      submitLabel: z.string().max(limits.nameLength).optional(),
      thanks: z.string().max(limits.questionLength).optional(),
    }),
  fieldOptions: [],
  addressOptions: ["coverUrl", "logoUrl"],
  sharing: { submit: { allow: true } },
  hidesBy: "visible",
  asksAll: true,
  canHidePrimary: true,
};
