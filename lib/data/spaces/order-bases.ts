/*
 * The order of the bases of a space. A base gets a place when it is moved; until then its place is the time in milliseconds at which it
 * was made, so that new bases come last.
 */
import { placeBeside } from "#lib/engine/values/list-order";
import { unknownInside } from "#lib/schemas/basics/error";
import type { BasePlace } from "#lib/schemas/tables/base";
import { change, commit } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { getItems } from "#lib/store/store";
import { type BaseItem, baseKey, listIn, orderOf, withCopy } from "./bases.ts";

/** Moves a base before or after another one of its space; throws 404 if that is not in the space. */
export const moveBeside = (base: BaseItem, place: BasePlace, caller: RequestInfo): Promise<void> =>
  withCopy(base, async (current, copy) => {
    const all = await listIn(current.spaceId);
    const others = all
      .filter(({ id }) => id !== base.id)
      .map((item) => ({ item, id: item.id, order: orderOf(item) }));
    const room = placeBeside(others, place);
    if (!room) throw unknownInside([{ path: "anchorId", message: "must be another base of this space" }]);
    const originals = await getItems<BaseItem>(room.moved.map(({ other }) => baseKey(other.id)));
    await commit([
      ...[change(current, { order: room.order }), change(copy, { order: room.order })],
      ...room.moved.flatMap(({ other, order }) =>
        [other.item, ...originals.filter(({ id }) => id === other.id)].map((item) => change(item, { order })),
      ),
      ...keepAnswer(caller, undefined),
    ]);
  });
