import * as z from "zod";
import { PluginId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ViewType } from "../view-type.ts";

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
  columnMembers: ["hidden"],
  canHidePrimary: false,
};
