/* All records of a day. */
import { useSignal } from "@preact/signals";
import type { WindowQuery } from "../bars/list-query.ts";
import { CardList } from "../cards/card-list.tsx";
import { type CardShape, fieldsAsked, heightOfCard } from "../cards/card-shape.ts";
import type { CardsProblem } from "../cards/cards-frame.tsx";
import { Tile, type TileProps } from "../cards/tile.tsx";
import { useCards } from "../cards/use-cards.ts";
import { ModalWithClose } from "../dialogs/modal.tsx";
import { ProblemBox } from "../problem.tsx";
import { calendarTexts } from "./texts.ts";

interface DayDialogProps extends Pick<TileProps, "shape" | "paintedOf" | "open" | "feed"> {
  tableId: string;
  /** What is said of the day. */
  name: string;
  /** Which records they are. */
  query: WindowQuery;
  /** Makes one; undefined if the person may not. */
  add: (() => void) | undefined;
  close: () => void;
}

export function DayDialog({
  tableId,
  name,
  query,
  shape,
  paintedOf,
  open,
  feed,
  add,
  close,
}: DayDialogProps) {
  const problem = useSignal<CardsProblem | undefined>(undefined);
  const plain: CardShape = { ...shape, cover: undefined };
  const { rows } = useCards(tableId, query, fieldsAsked(plain), problem);
  return (
    <ModalWithClose title={calendarTexts.recordsOn(name)} close={close}>
      {problem.value && <ProblemBox {...problem.value} />}
      <div class="of-day">
        <CardList
          label={calendarTexts.recordsOn(name)}
          rows={rows}
          cardHeight={heightOfCard(plain)}
          card={(row, isActive) => <Tile {...{ row, paintedOf, open, feed, isActive }} shape={plain} />}
        />
      </div>
      {add && (
        <button type="button" class="quiet" onClick={add}>
          {calendarTexts.addOn(name)}
        </button>
      )}
    </ModalWithClose>
  );
}
