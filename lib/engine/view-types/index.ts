import type { ViewType } from "#lib/engine/view-types/shared/view-type";
import type { ViewTypeName } from "#lib/schemas/tables/view";
import { calendar } from "./calendar.ts";
import { form } from "./form.ts";
import { gallery } from "./gallery.ts";
import { grid } from "./grid.ts";
import { kanban } from "./kanban.ts";
import { plugin } from "./plugin.ts";

export const viewTypes: { readonly [Name in ViewTypeName]: ViewType } = {
  grid,
  kanban,
  gallery,
  calendar,
  form,
  plugin,
};
