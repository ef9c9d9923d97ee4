import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import type { ViewType } from "../view-type.ts";

export const form: ViewType = {
  options: () =>
    z.strictObject({
      coverUrl: z.string().max(limits.urlLength).optional(),
      logoUrl: z.string().max(limits.urlLength).optional(),
      submitLabel: z.string().max(limits.nameLength).optional(),
    }),
  fieldOptions: [],
  sharing: { submit: { allow: true } },
  columnMembers: ["visible", "required"],
  canHidePrimary: true,
};
