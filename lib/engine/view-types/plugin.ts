import * as z from "zod";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";
import { PluginId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

export const plugin: ViewType = {
  options: () =>
    z.strictObject({
      pluginId: PluginId,
      pluginInstallId: z.string().max(limits.nameLength).optional(),
      pluginLogo: z.string().max(limits.urlLength).optional(),
    }),
  fieldOptions: [],
  fixedOptions: ["pluginId"],
  sharing: { includeRecords: true },
  hidesBy: "hidden",
  canHidePrimary: false,
};
