import * as z from "zod";
import { limits } from "#lib/schemas/limits";
import type { ViewType } from "../view-type.ts";

export const plugin: ViewType = {
  notYet: "plugin views",
  options: () =>
    z.strictObject({
      pluginId: z.string().max(limits.nameLength),
      pluginInstallId: z.string().max(limits.nameLength),
      pluginLogo: z.string().max(limits.urlLength),
    }),
  fieldOptions: [],
  columnMembers: ["hidden"],
  canHidePrimary: false,
};
