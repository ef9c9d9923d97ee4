/* What cards show of a view: the same as the engine says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isShownIn } from "#lib/engine/query/shown-fields";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import { isOnCards } from "#lib/web/browser/cards/card-shape";

const ids = ["a", "b", "c", "d"] as FieldId[];
const flag = fc.constantFrom(true, false, undefined);
const column = fc.record({ order: fc.nat(9), visible: flag, hidden: flag });
const columns = fc.dictionary(fc.constantFrom<string>(...ids), column);

test("the app and the engine agree on the fields that a view with cards shows", () => {
  fc.assert(
    fc.property(columns, fc.constantFrom("kanban" as const, "gallery", "calendar"), (made, viewType) => {
      // members that are undefined are as if they were absent
      const columnMeta: ColumnMeta = JSON.parse(JSON.stringify(made));
      const inEngine = isShownIn({ columnMeta, viewType });
      const inApp = isOnCards({ columnMeta });
      expect(ids.filter((id) => inApp({ id }))).toEqual(ids.filter((id) => inEngine({ id })));
    }),
  );
});
