/* A gallery: the records of a view as cards side by side. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { DrawnViewProps } from "../bars/drawn-view-props.ts";
import { CardList } from "../cards/card-list.tsx";
import { fieldsAsked, heightOfCard, shapeOf } from "../cards/card-shape.ts";
import { CardsFrame, type CardsProblem } from "../cards/cards-frame.tsx";
import { coverOptions } from "../cards/options-dialog.tsx";
import { Tile } from "../cards/tile.tsx";
import { useCards } from "../cards/use-cards.ts";
import { useEdits } from "../cards/use-edits.ts";
import { useHeard } from "../cards/use-heard.ts";
import { isEditor } from "../roles.ts";
import { appTexts } from "../texts.ts";

const cardWidth = 256;

export function GalleryView({ role, table, view, fields, query, around }: DrawnViewProps) {
  const { feed, openRecord, onRows, onSchema } = around;
  const problem = useSignal<CardsProblem | undefined>(undefined);
  const shape = useMemo(() => shapeOf(view, fields), [view, fields]);
  const { rows, count, reload } = useCards(table.id, query, fieldsAsked(shape), problem);
  const own = useEdits(table.id, {
    onSaved: (row) => rows.replaceRow(row),
    onMade: (newId, row) => void (rows.setMade(newId, row) && reload()),
    ...{ reload, onSchema },
  });
  useEffect(() => rows.setAdded(own.edits.newRows()), [rows, own.version.value]);
  useEffect(() => onRows(rows), [rows]);
  useHeard(feed, { view, query, placedBy: [] }, (changed) => {
    rows.refresh(changed);
    if (changed.hasMoved) count();
  });
  const add = () => own.add({}, reload);
  const { paintedOf } = own;
  return (
    <CardsFrame
      {...{ view, fields, own, add, onSchema }}
      tableId={table.id}
      mayEdit={isEditor(role)}
      problem={problem.value}
      counted={rows.isCounted ? appTexts.records(rows.count) : ""}
      options={coverOptions}
    >
      <CardList
        label={view.name}
        rows={rows}
        cardHeight={heightOfCard(shape)}
        cardWidth={cardWidth}
        card={(row, isActive) => <Tile {...{ row, shape, paintedOf, isActive, feed }} open={openRecord} />}
      />
    </CardsFrame>
  );
}
