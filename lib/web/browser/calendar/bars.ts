/* Where the bars of records are in a week: beside each other in lanes, so that none lies over another. */
import type { DayRange } from "./days.ts";

export interface PlacedRecord {
  id: string;
  days: DayRange;
  /** What is the same for no two records, by which those of one day are in order. */
  order: string;
}

export interface Bar {
  id: string;
  /** The first day in the week, and how many days in it. */
  day: number;
  span: number;
  /** 0 is the upmost. */
  lane: number;
  /** Whether the record begins and ends in this week. */
  isBegin: boolean;
  isEnd: boolean;
}

/** The bars of records in a week, from the first day; longer ones first. Each is in the upmost lane that is free. */
export function placeBars(records: readonly PlacedRecord[], week: DayRange): Bar[] {
  const inWeek = records
    .filter(({ days }) => days.to >= week.from && days.from <= week.to)
    .sort((a, b) => a.days.from - b.days.from || b.days.to - a.days.to || (a.order < b.order ? -1 : 1));
  /** The last day of each lane that is taken. */
  const lanes: number[] = [];
  return inWeek.map(({ id, days }) => {
    const day = Math.max(days.from, week.from);
    const last = Math.min(days.to, week.to);
    const free = lanes.findIndex((taken) => taken < day);
    const lane = free === -1 ? lanes.length : free;
    lanes[lane] = last;
    const [isBegin, isEnd] = [days.from >= week.from, days.to <= week.to];
    return { id, day, span: last - day + 1, lane, isBegin, isEnd };
  });
}

/** The bars that fit into so many lanes, and how many records of each day are not among them. */
export function fitBars(
  bars: readonly Bar[],
  { lanes, countOf }: { lanes: number; countOf: (day: number) => number },
  week: DayRange,
): { shown: Bar[]; left: ReadonlyMap<number, number> } {
  const shown = bars.filter(({ lane }) => lane < lanes);
  const left = new Map<number, number>();
  for (let day = week.from; day <= week.to; day++) {
    const on = (some: readonly Bar[]) =>
      some.filter((bar) => bar.day <= day && bar.day + bar.span > day).length;
    // a record that was just moved here is not counted yet
    left.set(day, Math.max(countOf(day), on(bars)) - on(shown));
  }
  return { shown, left };
}
