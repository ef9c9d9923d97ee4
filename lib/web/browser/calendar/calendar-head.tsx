/* Which days a calendar shows: earlier, later, today, a month or a week. */
import type { Signal } from "@preact/signals";
import { calendarTexts } from "./texts.ts";

export type Stretch = "month" | "week";

interface CalendarHeadProps {
  /** What is shown. */
  name: string;
  stretch: Signal<Stretch>;
  /** So many months or weeks later. */
  step: (by: number) => void;
  goToday: () => void;
  /** Goes to the latest record, where none is shown. */
  goLatest: (() => void) | undefined;
}

export function CalendarHead({ name, stretch, step, goToday, goLatest }: CalendarHeadProps) {
  const button = (text: string, label: string, act: () => void) => (
    <button type="button" class="quiet" aria-label={label} onClick={act}>
      {text}
    </button>
  );
  return (
    <div class="calendar-head">
      {button("‹", calendarTexts.previous, () => step(-1))}
      {button("›", calendarTexts.next, () => step(1))}
      {button(calendarTexts.today, calendarTexts.today, goToday)}
      <h2 aria-live="polite">{name}</h2>
      {goLatest && (
        <p class="note">
          {calendarTexts.noneHere} {button(calendarTexts.goLatest, calendarTexts.goLatest, goLatest)}
        </p>
      )}
      <select
        aria-label={calendarTexts.show}
        value={stretch.value}
        onChange={({ currentTarget }) => {
          stretch.value = currentTarget.value === "week" ? "week" : "month";
        }}
      >
        <option value="month">{calendarTexts.month}</option>
        <option value="week">{calendarTexts.week}</option>
      </select>
    </div>
  );
}
