/* The bar of a record in a calendar: it opens the record; it is moved by dragging and by keys, and so is its end. */
import { colorOf } from "../cells/colors.ts";
import { calendarTexts } from "./texts.ts";

interface BarButtonProps {
  recordId: string;
  /** What is written on it. */
  text: string;
  /** Why its dates were refused. */
  reason: string | undefined;
  isSaving: boolean;
  color: string | undefined;
  span: number;
  lane: number;
  isBegin: boolean;
  isEnd: boolean;
  /** Whether its end can be dragged. */
  hasHandle: boolean;
  open: () => void;
  /** Takes a key; gives whether it did something. */
  press: (event: KeyboardEvent) => boolean;
  drag: (event: PointerEvent, element: HTMLElement) => void;
  dragEnd: (event: PointerEvent, element: HTMLElement) => void;
}

export function BarButton(props: BarButtonProps) {
  const { recordId, text, reason, isSaving, color, span, lane, isBegin, isEnd, hasHandle } = props;
  const label = reason === undefined ? text : calendarTexts.notSaved(text, reason);
  const classes = ["bar-of-record", isBegin && "begins", isEnd && "ends", reason !== undefined && "refused"];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-record={recordId}
      data-state={isSaving ? "saving" : ""}
      aria-label={label}
      title={label}
      style={{
        width: `calc(${span * 100}% + ${span - 1}px - 6px)`,
        top: `${30 + lane * 27}px`,
        backgroundColor: color ? colorOf(color) : "",
      }}
      onClick={(event) => {
        event.stopPropagation();
        props.open();
      }}
      onKeyDown={(event) => {
        if (!props.press(event) && event.key !== "Enter" && event.key !== " ") return;
        event.stopPropagation();
        if (event.key.startsWith("Arrow") || event.key === "Escape") event.preventDefault();
      }}
      onPointerDown={(event) => props.drag(event, event.currentTarget)}
    >
      {text}
      {hasHandle && (
        <span
          class="handle"
          title={calendarTexts.changeEnd}
          onPointerDown={(event) => {
            event.stopPropagation();
            if (event.currentTarget.parentElement) props.dragEnd(event, event.currentTarget.parentElement);
          }}
        />
      )}
    </button>
  );
}
