/* A list of cards that scrolls. Only those near what is in view are in the page, and the one with the focus. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GridRow } from "../grid/answers.ts";
import type { CardRows } from "./card-rows.ts";
import { cardByKey, cardsInView, mostCards } from "./places.ts";

interface CardListProps {
  label: string;
  rows: CardRows;
  /** Pixels. */
  cardHeight: number;
  /** The least width of a card in pixels; absent for one below the other. */
  cardWidth?: number;
  card: (row: GridRow, isActive: boolean) => ComponentChildren;
  /** Takes a key of a card first; gives whether it did something. */
  press?: (event: KeyboardEvent, index: number) => boolean;
  /** The record whose card gets the focus as soon as it is there. */
  focusOn?: Signal<string | undefined>;
}

const gap = 10;

export function CardList({ label, rows, cardHeight, cardWidth, card, press, focusOn }: CardListProps) {
  const host = useRef<HTMLDivElement>(null);
  const seen = useSignal({ top: 0, room: 600, width: 0 });
  const active = useRef<{ index: number; recordId: string | undefined }>({ index: 0, recordId: undefined });
  const hasFocus = useSignal(false);
  const mustFocus = useRef(false);
  const redraw = useSignal(0);
  redraw.value;
  const { top, room, width } = seen.value;
  const columns = cardWidth ? Math.max(1, Math.floor(width / cardWidth)) : 1;
  const height = cardHeight + gap;
  const count = Math.min(rows.count, mostCards({ columns, height }));
  // the focus stays with its record
  const { recordId } = active.current;
  if (recordId !== undefined && rows.at(active.current.index)?.id !== recordId)
    active.current.index = rows.indexOf(recordId) ?? active.current.index;
  const wanted = focusOn?.value;
  const wantedAt = wanted === undefined ? undefined : rows.indexOf(wanted);
  if (wantedAt !== undefined) {
    active.current = { index: wantedAt, recordId: wanted };
    mustFocus.current = true;
  }
  active.current.index = Math.max(0, Math.min(active.current.index, count - 1));
  const { index: activeIndex } = active.current;
  const [first, last] = cardsInView({ columns, height }, count, { top, room });
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const isFar = activeIndex < first || activeIndex > last;
  if (isFar && count > 0 && (hasFocus.value || mustFocus.current)) shown.push(activeIndex);

  useLayoutEffect(() => {
    const { current } = host;
    if (!current) return;
    let isDue = false;
    const look = () => {
      isDue = false;
      seen.value = { top: current.scrollTop, room: current.clientHeight, width: current.clientWidth };
    };
    const soon = () => {
      if (!isDue) requestAnimationFrame(look);
      isDue = true;
    };
    look();
    const watching = new ResizeObserver(soon);
    watching.observe(current);
    current.addEventListener("scroll", soon, { passive: true });
    return () => {
      watching.disconnect();
      current.removeEventListener("scroll", soon);
    };
  }, []);
  useLayoutEffect(() => {
    rows.want(first, Math.max(first, last));
    if (!mustFocus.current || !host.current) return;
    const begin = Math.floor(activeIndex / columns) * height;
    const { scrollTop, clientHeight } = host.current;
    if (begin < scrollTop) host.current.scrollTop = begin;
    else if (begin + height > scrollTop + clientHeight)
      host.current.scrollTop = begin + height - clientHeight;
    const place = host.current.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    const button = place?.querySelector<HTMLElement>(".open");
    // until its record was read, the place has the focus
    if (!button) {
      place?.focus({ preventScroll: true });
      return;
    }
    mustFocus.current = false;
    if (focusOn) focusOn.value = undefined;
    button.focus({ preventScroll: true });
  });
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof Element) || !event.target.matches(".open, li")) return;
    if (press?.(event, activeIndex)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isRightToLeft = host.current !== null && getComputedStyle(host.current).direction === "rtl";
    const page = Math.max(1, Math.floor(room / height));
    const next = cardByKey(event.key, activeIndex, { count, columns, page, isRightToLeft });
    if (next === undefined) return;
    event.preventDefault();
    active.current = { index: next, recordId: rows.at(next)?.id };
    mustFocus.current = true;
    redraw.value++;
  }
  function onFocusIn({ target }: FocusEvent) {
    const at =
      target instanceof Element ? target.closest<HTMLElement>("[data-index]")?.dataset["index"] : undefined;
    if (at === undefined) return;
    active.current = { index: Number(at), recordId: rows.at(Number(at))?.id };
    hasFocus.value = true;
    redraw.value++;
  }
  return (
    <div class="cards" ref={host}>
      <ul
        aria-label={label}
        style={{ height: `${Math.ceil(count / columns) * height}px` }}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
        onFocusOut={() => {
          hasFocus.value = false;
        }}
      >
        {shown.map((index) => {
          const row = rows.at(index);
          const left = `${((index % columns) * 100) / columns}%`;
          return (
            <li
              key={row?.id ?? index}
              data-index={index}
              data-record={row?.id}
              tabIndex={-1}
              aria-setsize={count}
              aria-posinset={index + 1}
              aria-busy={row === undefined}
              style={{
                top: `${Math.floor(index / columns) * height}px`,
                insetInlineStart: left,
                width: `${100 / columns}%`,
                height: `${height}px`,
              }}
            >
              {row && card(row, index === activeIndex)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
