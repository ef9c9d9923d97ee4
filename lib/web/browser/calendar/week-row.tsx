/* A week of a calendar: seven days, and the bars of the records that are on them. Each bar is in the day on which it begins here. */
import type { ComponentChildren } from "preact";
import { type Bar, fitBars } from "./bars.ts";
import type { DayRange } from "./days.ts";
import { calendarTexts } from "./texts.ts";

interface WeekRowProps {
  week: DayRange;
  bars: readonly Bar[];
  /** How many bars lie one below the other. */
  lanes: number;
  countOf: (day: number) => number;
  today: number;
  /** The day that the keyboard comes to. */
  active: number;
  /** Days of other months are pale. */
  isOther: (day: number) => boolean;
  bar: (bar: Bar) => ComponentChildren;
  /** Opens a day, or makes a record on an empty one. */
  enter: (day: number) => void;
  /** Lists the records of a day. */
  list: (day: number) => void;
}

export function WeekRow(props: WeekRowProps) {
  const { week, bars, lanes, countOf, today, active, isOther, bar, enter, list } = props;
  const { shown, left } = fitBars(bars, { lanes, countOf }, week);
  const days = Array.from({ length: 7 }, (_, i) => week.from + i);
  const nameOf = (day: number) => calendarTexts.nameOfDay(day);
  return (
    <tr class="week">
      {days.map((day) => {
        const more = left.get(day) ?? 0;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid around it
          <td
            key={day}
            class={isOther(day) ? "day other" : "day"}
            data-day={day}
            tabIndex={day === active ? 0 : -1}
            aria-current={day === today ? "date" : undefined}
            onClick={() => enter(day)}
          >
            <span class="hidden-name">{calendarTexts.dayWith(nameOf(day), countOf(day))}</span>
            <span class="number" aria-hidden="true">
              {calendarTexts.numberOf(day)}
            </span>
            {shown.filter((each) => each.day === day).map(bar)}
            {more > 0 && (
              <button
                type="button"
                class="quiet more"
                aria-label={calendarTexts.moreOn(more, nameOf(day))}
                style={{ top: `${30 + lanes * 27}px` }}
                onClick={(event) => {
                  event.stopPropagation();
                  list(day);
                }}
              >
                {lanes === 0 ? more : calendarTexts.more(more)}
              </button>
            )}
          </td>
        );
      })}
    </tr>
  );
}
