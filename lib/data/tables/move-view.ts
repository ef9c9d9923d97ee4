/* The order of a table's views: a view that is put between two others may have some of them move apart. */

import type { Caller } from "#lib/data/identity/caller";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import { placeBeside } from "#lib/engine/values/list-order";
import { unknownInside } from "#lib/schemas/basics/error";
import type { ViewPlace } from "#lib/schemas/tables/view-changes";
import { change } from "#lib/store/commit";

export const moveView = (met: ViewInSchema, place: ViewPlace, caller: Caller): Promise<void> =>
  retryOnView(met, async (latest) => {
    const others = latest.schema.views.filter((other) => other !== latest.view);
    const room = placeBeside(others, place);
    if (!room) throw unknownInside([{ path: "anchorId", message: "is no other view of this table" }]);
    const besides = room.moved.map(({ other, order }) => change(other, { order }));
    await writeView(latest, { order: room.order }, caller, { besides });
  });
