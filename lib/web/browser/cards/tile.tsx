/* A card: the cover, the title that opens the record, and cells. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import { cellText } from "../cells/cell-text.ts";
import { cellElements } from "../cells/field-options.ts";
import { addPainter, type Painted, paintCell } from "../cells/paint.ts";
import type { GridRow } from "../grid/answers.ts";
import type { TableFeed } from "../live/feed.ts";
import { PeopleMarks } from "../live/people-marks.tsx";
import { colorOfPerson } from "../live/person-mark.ts";
import { peopleAt } from "../live/presence.tsx";
import { appTexts } from "../texts.ts";
import type { CardShape } from "./card-shape.ts";

export interface TileProps {
  row: GridRow;
  shape: CardShape;
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  open: (recordId: string) => void;
  /** Where others are, and where this person is. */
  feed: TableFeed;
  /** Whether the keyboard comes to this card first. */
  isActive: boolean;
  /** The pointer was pressed on the card. */
  press?: (event: PointerEvent, element: HTMLElement) => void;
  /** Beside the title. */
  children?: ComponentChildren;
}

export function Tile({ row, shape, paintedOf, open, feed, isActive, press, children }: TileProps) {
  const { cover, title, lines, hasNames, isCoverFit } = shape;
  const tile = useRef<HTMLDivElement>(null);
  const people = peopleAt(feed, row.id);
  const color = people[0] && colorOfPerson(people[0].userId);
  useLayoutEffect(() => tile.current?.style.setProperty("--who", color ?? ""), [color]);
  return (
    <div
      ref={tile}
      class={color ? "tile taken" : "tile"}
      onFocusIn={() => feed.atRecord(row.id)}
      onPointerDown={(event) => {
        feed.atRecord(row.id);
        press?.(event, event.currentTarget);
      }}
    >
      {cover && <Cover files={paintedOf(row, cover.id).value} isFit={isCoverFit} />}
      <div class="top">
        <button
          type="button"
          class="quiet open"
          tabIndex={isActive ? 0 : -1}
          onClick={() => open(row.id)}
          title={titleOf(row, title, paintedOf)}
        >
          {titleOf(row, title, paintedOf)}
        </button>
        {color && <PeopleMarks people={people} label={appTexts.alsoAtRecord} />}
        {children}
      </div>
      {lines.length > 0 && (
        <dl>
          {lines.map((field) => (
            <div key={field.id}>
              <dt class={hasNames ? "" : "hidden-name"}>{field.name}</dt>
              <PaintedCell field={field} painted={paintedOf(row, field.id)} />
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The text of the title of a card. */
export function titleOf(row: GridRow, title: Field | undefined, paintedOf: TileProps["paintedOf"]): string {
  const text = title ? cellText(title, paintedOf(row, title.id).value) : row.name;
  return text || appTexts.unnamed;
}

/** Whether files are drawn as pictures: what does it is loaded with the first card that has some. */
const arePictured = signal(false);

async function loadPictures(): Promise<void> {
  const { paintFiles } = await import("../files/paint-files.ts");
  addPainter("attachment", paintFiles);
  arePictured.value = true;
}

function PaintedCell({ field, painted }: { field: Field; painted: Painted }) {
  const cell = useRef<HTMLElement>(null);
  const isPictured = arePictured.value;
  useLayoutEffect(() => {
    // without it the card shows the names
    if (field.type === "attachment" && painted.value && !isPictured) loadPictures().catch(() => undefined);
    if (cell.current) paintCell(cell.current, field, painted);
  }, [field, painted.value, painted.state, painted.reason, isPictured]);
  return <dd ref={cell} />;
}

interface Picture {
  lgThumbnailUrl?: string;
  smThumbnailUrl?: string;
}

/** The first picture of a cell with files. Its address is signed, and comes with the cell. */
function Cover({ files, isFit }: { files: unknown; isFit: boolean }) {
  const picture = cellElements<Picture>(files).find((file) => file.lgThumbnailUrl ?? file.smThumbnailUrl);
  return (
    <div class={isFit ? "cover fit" : "cover"}>
      {picture && <img src={picture.lgThumbnailUrl ?? picture.smThumbnailUrl ?? ""} alt="" loading="lazy" />}
    </div>
  );
}
