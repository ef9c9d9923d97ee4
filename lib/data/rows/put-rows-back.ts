/*
 * The rows of records that come back from the trash: where they stood, unless somebody put another row there; then where they stood
 * before anybody moved them. Up to where a view is frozen nobody looks for rows in their own places, so there they get one of these.
 */

import { placeKey } from "#lib/data/records/record-keys";
import { placesIn, type RecordItem, takePositionChange } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { positionsIn, slotOf } from "#lib/engine/values/positions";
import type { Change } from "#lib/store/commit";
import { getItems, keyText } from "#lib/store/store";

export async function putRowsBack(
  { views }: Schema,
  records: RecordItem[],
): Promise<{ items: RecordItem[]; changes: Change[] }> {
  const keys = records
    .flatMap((record) => placesIn(record, views))
    .map(({ viewId, position }) => placeKey(viewId, position));
  const taken = new Set((keys.length > 0 ? await getItems(keys) : []).map(keyText));
  const isFree = ({ viewId, position }: Place) => !taken.has(keyText(placeKey(viewId, position)));

  const changes: Change[] = [];
  const items = records.map((record) => {
    const places = placesIn(record, views).filter(isFree);
    const frozen = views.filter(
      ({ id, frozen = 0, freezing = 0 }) =>
        record.autoNumber <= Math.max(frozen, freezing) && !places.some(({ viewId }) => viewId === id),
    );
    const slot = slotOf(record.autoNumber);
    for (const { id: viewId } of frozen) {
      // somebody may stand behind it: who is refused picks another
      const [position = slot] = positionsIn({ slot, low: "", high: "" }, 1, Math.random);
      places.push({ viewId, position });
    }
    changes.push(...places.map((place) => takePositionChange(place, record.id)));
    const { moved: _, ...rest } = record;
    const moved = Object.fromEntries(places.map(({ viewId, position }) => [viewId, position]));
    return (places.length > 0 ? { ...rest, moved } : rest) as RecordItem;
  });
  return { items, changes };
}

type Place = ReturnType<typeof placesIn>[number];
