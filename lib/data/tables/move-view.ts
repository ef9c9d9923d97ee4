/* Moves a view among the views of its table. If there is no free number between its two neighbors, other views are renumbered. */

import type { Caller } from "#lib/data/identity/caller";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import { sealWith } from "#lib/data/write/keep-operation";
import { placeBeside } from "#lib/engine/values/list-order";
import { unknownInside } from "#lib/schemas/basics/error";
import type { ViewPlace } from "#lib/schemas/tables/view-changes";
import { change } from "#lib/store/commit";

/** Moves the view next to another one. Throws 404 if that is not another view of the table. */
export const moveView = (start: ViewInSchema, place: ViewPlace, caller: Caller): Promise<void> =>
  retryOnView(start, async (latest) => {
    const others = latest.schema.views.filter((other) => other !== latest.view);
    const room = placeBeside(others, place);
    if (!room) throw unknownInside([{ path: "anchorId", message: "is not another view of this table" }]);
    const besides = room.moved.map(({ other, order }) => change(other, { order }));
    await writeView(latest, { order: room.order }, caller, { besides, seal: sealWith(caller) });
  });
