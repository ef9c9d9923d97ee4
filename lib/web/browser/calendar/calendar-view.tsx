/* A calendar: the records of a view on the days from their start to their end. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { DrawnViewProps } from "../bars/drawn-view-props.ts";
import { familyOf } from "../bars/families.ts";
import { fieldOfOption, fieldsAsked, shapeOf } from "../cards/card-shape.ts";
import { CardsFrame, type CardsProblem, FieldsMissing } from "../cards/cards-frame.tsx";
import type { AskedOption } from "../cards/options-dialog.tsx";
import { titleOf } from "../cards/tile.tsx";
import { useEdits } from "../cards/use-edits.ts";
import { useHeard } from "../cards/use-heard.ts";
import { addFilter } from "../cards/which.ts";
import { optionsOf, plainDate } from "../cells/field-options.ts";
import type { GridRow } from "../grid/answers.ts";
import { isEditable } from "../grid/lines.ts";
import { isEditor } from "../roles.ts";
import { appTexts } from "../texts.ts";
import { BarButton } from "./bar-button.tsx";
import { type Bar, type PlacedRecord, placeBars } from "./bars.ts";
import { CalendarHead, type Stretch } from "./calendar-head.tsx";
import { colorOfRow } from "./color-of-row.ts";
import { DayDialog } from "./day-dialog.tsx";
import { filterOfDay } from "./day-filter.ts";
import {
  addMonths,
  type DayRange,
  dayOf,
  daysOfSpan,
  dayText,
  firstWeekday,
  instantOfDay,
  monthAround,
  moveByDays,
  moveEnd,
  weekAround,
} from "./days.ts";
import { dragOverDays } from "./drag-days.ts";
import { readLatest } from "./read-days.ts";
import { calendarTexts } from "./texts.ts";
import { useDays } from "./use-days.ts";
import { useNarrow } from "./use-narrow.ts";
import { WeekRow } from "./week-row.tsx";

const isSingleDate = (field: Field): boolean => familyOf(field) === "dateTime";

const options: readonly AskedOption[] = [
  { name: "startDateFieldId", text: calendarTexts.startField, fits: isSingleDate, isNeeded: true },
  { name: "endDateFieldId", text: calendarTexts.endField, fits: isSingleDate },
  { name: "titleFieldId", text: calendarTexts.titleField, fits: ({ type }) => type !== "button" },
];

export function CalendarView(props: DrawnViewProps) {
  const { role, table, view, fields, around } = props;
  const dates = fields.filter(isSingleDate);
  const start = fieldOfOption(view, "startDateFieldId", dates);
  const end = fieldOfOption(view, "endDateFieldId", dates);
  if (start)
    return (
      <Calendar
        key={`${start.id} ${end?.id}`}
        {...props}
        start={start}
        end={end === start ? undefined : end}
      />
    );
  return (
    <FieldsMissing
      {...{ view, fields, options }}
      tableId={table.id}
      onSchema={around.onSchema}
      hint={calendarTexts.noDates}
      mayChange={isEditor(role) && !view.isLocked}
    />
  );
}

const zoneOf = (field: Field): string => optionsOf(field).formatting?.timeZone ?? plainDate.timeZone;

/** Bars one below the other in a day: in a month, and in a week, of which the server names ten. */
const lanesOf = { month: 3, week: 10 } as const;

interface CalendarProps extends DrawnViewProps {
  start: Field;
  end: Field | undefined;
}

function Calendar({ role, table, view, fields, query, around, start, end }: CalendarProps) {
  const { feed, openRecord, onSchema } = around;
  const mayEdit = isEditor(role);
  const mayMove = mayEdit && isEditable(start) && (!end || isEditable(end));
  const mayEnd = mayMove && end !== undefined;
  const zone = zoneOf(start);
  const firstDay = useMemo(() => firstWeekday(navigator.language), []);
  const today = dayOf(new Date().toISOString(), zone) ?? 0;
  const stretch = useSignal<Stretch>("month");
  const active = useSignal(today);
  // it is read here, so that it is drawn again when it is set: the day may be the one that was active before
  const mustFocus = useSignal<{ day?: number; recordId?: string } | undefined>(undefined);
  const wanted = mustFocus.value;
  const host = useRef<HTMLDivElement>(null);
  const listed = useSignal<number | undefined>(undefined);
  const problem = useSignal<CardsProblem | undefined>(undefined);
  const isNarrow = useNarrow();
  const shape = useMemo(() => shapeOf(view, fields), [view, fields]);
  const { colorConfig } = view.options ?? {};
  const color = useMemo(() => colorOfRow(colorConfig, fields), [colorConfig, fields]);
  const isMonth = stretch.value === "month";
  const days: DayRange = (isMonth ? monthAround : weekAround)(active.value, firstDay);
  const endId = end?.id;
  const { shown, reload, replaceRow } = useDays(
    {
      ...{ tableId: table.id, query, days, startId: start.id, endId },
      fieldIds: fieldsAsked({ ...shape, cover: undefined }, start, end, color.field),
    },
    problem,
  );
  const onSaved = (row: GridRow) => {
    replaceRow(row);
    reload();
  };
  const own = useEdits(table.id, { onSaved, onMade: reload, reload, onSchema });
  own.version.value;
  useHeard(feed, { view, query, placedBy: [start.id, endId] }, reload);
  const { edits, paintedOf } = own;
  const nameOf = (row: GridRow) => titleOf(row, shape.title, paintedOf);

  /** A date as it is shown: what was refused is where it was. */
  function dateOf(row: GridRow, field: Field | undefined): string | undefined {
    if (!field) return undefined;
    const edit = edits.at(row.id, field.id);
    const value = edit && edit.state !== "refused" ? edit.value : row.fields[field.id];
    return typeof value === "string" ? value : undefined;
  }
  const byId = new Map([...(shown?.rows ?? []), ...edits.newRows()].map((row) => [row.id, row]));
  const placed: PlacedRecord[] = [...byId.values()].flatMap((row) => {
    const from = dateOf(row, start);
    const at = daysOfSpan({ start: from, end: dateOf(row, end) }, zone);
    return at ? [{ id: row.id, days: at, order: `${from} ${row.id}` }] : [];
  });
  const countOf = (day: number) => shown?.counts[dayText(day)] ?? 0;

  function moveBy(row: GridRow, by: number): void {
    const [from, to] = [dateOf(row, start), dateOf(row, end)];
    if (!mayMove) own.said.value = calendarTexts.notMovable;
    if (!mayMove || by === 0 || from === undefined) return;
    const moved = moveByDays(from, by, zone);
    edits.setAll(row.id, {
      [start.id]: moved,
      ...(end && to !== undefined && { [end.id]: moveByDays(to, by, zone) }),
    });
    own.said.value = calendarTexts.moved(nameOf(row), calendarTexts.nameOfDay(dayOf(moved, zone) ?? 0));
  }
  function endOn(row: GridRow, day: number): void {
    const from = dateOf(row, start);
    if (!mayEnd || !end || from === undefined) return;
    const moved = moveEnd({ start: from, end: dateOf(row, end) }, day, zone);
    if (moved === dateOf(row, end)) return;
    edits.set(row.id, end.id, moved);
    own.said.value = calendarTexts.ends(nameOf(row), calendarTexts.nameOfDay(dayOf(moved, zone) ?? 0));
  }
  function add(day: number): void {
    if (!mayEdit || !isEditable(start)) return;
    listed.value = undefined;
    own.add({ [start.id]: instantOfDay(day, zone) }, reload);
  }
  const enter = (day: number) => {
    active.value = day;
    if (!shown) return;
    const isEmpty = !placed.some(({ days: { from, to } }) => from <= day && to >= day) && countOf(day) === 0;
    if (!isEmpty) listed.value = day;
    else add(day);
  };
  function go(day: number): void {
    active.value = day;
    mustFocus.value = { day };
  }
  async function goLatest(): Promise<void> {
    const latest = await readLatest(table.id, query, start.id);
    const day = latest === undefined ? undefined : dayOf(latest, zone);
    if (day === undefined) own.said.value = appTexts.noRecords;
    else go(day);
  }
  const step = (by: number) => {
    active.value = isMonth ? addMonths(active.value, by) : active.value + 7 * by;
  };
  const ahead = () => (host.current !== null && getComputedStyle(host.current).direction === "rtl" ? -1 : 1);
  const stepOf = (key: string): number | undefined =>
    ({ ArrowRight: ahead(), ArrowLeft: -ahead(), ArrowDown: 7, ArrowUp: -7 })[key];
  function pressDay(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["day"] === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { key } = event;
    const week = weekAround(active.value, firstDay);
    const by = stepOf(key);
    if (by !== undefined) go(active.value + by);
    else if (key === "Home") go(week.from);
    else if (key === "End") go(week.to);
    else if (key === "PageUp" || key === "PageDown") {
      step(key === "PageUp" ? -1 : 1);
      go(active.value);
    } else if (key === "Enter" || key === " ") enter(active.value);
    else return;
    event.preventDefault();
  }
  function pressBar(event: KeyboardEvent, row: GridRow): boolean {
    const by = stepOf(event.key);
    if (by === undefined || event.altKey) return false;
    const at = placed.find(({ id }) => id === row.id);
    if (event.ctrlKey || event.metaKey) moveBy(row, by);
    else if (event.shiftKey && at) endOn(row, at.days.to + by);
    else return false;
    const first = (at?.days.from ?? active.value) + (event.shiftKey ? 0 : by);
    // it may have gone to other days
    if (first < days.from || first > days.to) active.value = first;
    mustFocus.value = { recordId: row.id };
    return true;
  }
  // the focus goes with the day, and with the record
  useEffect(() => {
    if (!wanted) return;
    const { day, recordId } = wanted;
    const found = host.current?.querySelector<HTMLElement>(
      recordId === undefined ? `[data-day="${day}"]` : `[data-record="${recordId}"]`,
    );
    if (!found) return;
    found.focus();
    mustFocus.value = undefined;
  });

  const bar = (each: Bar) => {
    const row = byId.get(each.id);
    if (!row) return null;
    const refused = [start, end].flatMap((field) => (field && edits.at(row.id, field.id)) ?? []);
    const reason = refused.find(({ state }) => state === "refused")?.reason;
    return (
      <BarButton
        key={each.id}
        {...each}
        recordId={row.id}
        text={nameOf(row)}
        reason={reason}
        isSaving={refused.some(({ state }) => state !== "refused")}
        color={color.of(row)}
        hasHandle={mayEnd && each.isEnd}
        open={() => openRecord(row.id)}
        press={(event) => {
          if (event.key !== "Escape" || reason === undefined) return pressBar(event, row);
          for (const field of [start, end]) if (field) edits.giveUp(row.id, field.id);
          return true;
        }}
        drag={(event, element) => {
          if (mayMove) dragOverDays(event, element, true, (from, to) => moveBy(row, to - from));
        }}
        dragEnd={(event, element) => dragOverDays(event, element, false, (_, to) => endOn(row, to))}
      />
    );
  };
  const weeks = Array.from({ length: (days.to - days.from + 1) / 7 }, (_, i) =>
    weekAround(days.from + 7 * i, firstDay),
  );
  const monthShown = calendarTexts.nameOfMonth(active.value);
  const name = isMonth
    ? monthShown
    : calendarTexts.weekFrom(calendarTexts.nameOfDay(days.from), calendarTexts.nameOfDay(days.to));
  const { value: listedDay } = listed;
  return (
    <CardsFrame
      {...{ view, fields, own, mayEdit, options, onSchema }}
      tableId={table.id}
      problem={problem.value}
      counted=""
      add={mayEdit && isEditable(start) ? () => add(active.value) : undefined}
    >
      <CalendarHead
        {...{ name, stretch, step }}
        goToday={() => go(today)}
        goLatest={shown && placed.length === 0 ? () => own.run(goLatest) : undefined}
      />
      <div class="calendar" ref={host}>
        <table
          class={isMonth ? "" : "one-week"}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells have the focus, and keys lead from one to the next
          role="grid"
          aria-label={name}
          aria-description={calendarTexts.keys}
          aria-busy={shown === undefined}
          onKeyDown={pressDay}
        >
          <thead>
            <tr>
              {Array.from({ length: 7 }, (_, i) => days.from + i).map((day) => (
                <th key={day} scope="col" abbr={calendarTexts.wholeWeekday(day)}>
                  {calendarTexts.weekday(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <WeekRow
                key={week.from}
                {...{ week, today, bar, enter, countOf }}
                bars={placeBars(placed, week)}
                lanes={isNarrow && isMonth ? 0 : lanesOf[stretch.value]}
                active={active.value}
                isOther={(day) => isMonth && calendarTexts.nameOfMonth(day) !== monthShown}
                list={(day) => (listed.value = day)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {listedDay !== undefined && (
        <DayDialog
          {...{ shape, paintedOf, feed }}
          tableId={table.id}
          name={calendarTexts.nameOfDay(listedDay)}
          query={addFilter(query, filterOfDay(listedDay, zone, start.id, endId))}
          open={(recordId) => {
            listed.value = undefined;
            openRecord(recordId);
          }}
          add={mayEdit && isEditable(start) ? () => add(listedDay) : undefined}
          close={() => (listed.value = undefined)}
        />
      )}
    </CardsFrame>
  );
}
