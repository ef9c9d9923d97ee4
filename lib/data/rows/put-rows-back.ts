/*
 * The rows of records that are restored from the trash return to their positions. If another row has taken a position, the row returns
 * to its natural slot. In a frozen view readers do not look for rows in natural order, so there the row gets a position in its slot.
 */

import { rowKey } from "#lib/data/records/record-keys";
import { placesIn, type RecordItem, takePositionChange } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { positionsIn, slotOf } from "#lib/engine/values/positions";
import type { Change } from "#lib/store/commit";
import { getItems, keyText } from "#lib/store/store";

/** The records with their row positions, and the changes that take these positions. */
export async function putRowsBack(
  { views }: Schema,
  records: RecordItem[],
): Promise<{ items: RecordItem[]; changes: Change[] }> {
  const keys = records
    .flatMap((record) => placesIn(record, views))
    .map(({ viewId, position }) => rowKey(viewId, position));
  const taken = new Set((keys.length > 0 ? await getItems(keys) : []).map(keyText));
  const isFree = ({ viewId, position }: ViewPosition) => !taken.has(keyText(rowKey(viewId, position)));

  const changes: Change[] = [];
  const items = records.map((record) => {
    const places = placesIn(record, views).filter(isFree);
    const frozen = views.filter(
      ({ id, frozen = 0, freezing = 0 }) =>
        record.autoNumber <= Math.max(frozen, freezing) && !places.some(({ viewId }) => viewId === id),
    );
    const slot = slotOf(record.autoNumber);
    for (const { id: viewId } of frozen) {
      // random: if the position is taken, the commit is refused and the retry picks another
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

type ViewPosition = ReturnType<typeof placesIn>[number];
