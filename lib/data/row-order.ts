/* Until rows can be moved: natural order by positions. */
import { numberOf, type Position, slotOf } from "#lib/engine/positions";
import type { TableId, ViewId } from "#lib/schemas/ids";
import { type RowReader, readNaturally } from "./record-pages.ts";

export function readByHand(tableId: TableId, _view: { id: ViewId }, after: Position): RowReader<Position> {
  const reader = readNaturally(tableId, after === "" ? 0 : numberOf(after));
  return { ...reader, at: () => slotOf(reader.at()) };
}
