/* The records of the days that are shown, read again when something changed. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { describeProblem } from "../call.ts";
import type { CardsProblem } from "../cards/cards-frame.tsx";
import { doOneAtATime } from "../cards/one-at-a-time.ts";
import type { GridRow } from "../grid/answers.ts";
import { type AskedDays, type ReadDays, readDays } from "./read-days.ts";

interface ShownDays extends ReadDays {
  /** Which days they are of. */
  of: string;
}

export interface UsedDays {
  /** Undefined until they were read. */
  shown: ReadDays | undefined;
  reload: () => void;
  /** Shows a record as it is now. */
  replaceRow: (row: GridRow) => void;
}

/** Reads them one time after another; what is shown of other days is let go. */
export function useDays(asked: AskedDays, problem: Signal<CardsProblem | undefined>): UsedDays {
  const shown = useSignal<ShownDays | undefined>(undefined);
  const of = JSON.stringify(asked);
  const latest = useRef({ of, asked });
  latest.current = { of, asked };
  const reload = useMemo(() => {
    const read: () => void = doOneAtATime(async () => {
      const { of, asked } = latest.current;
      try {
        const found = await readDays(asked);
        if (latest.current.of === of) shown.value = { of, ...found };
        problem.value = undefined;
      } catch (error) {
        problem.value = { text: describeProblem(error), retry: read };
      }
    });
    return read;
  }, []);
  useEffect(reload, [of]);
  const replaceRow = (row: GridRow) => {
    const { value } = shown;
    if (!value) return;
    const rows = value.rows.map((each) => (each.id === row.id ? row : each));
    shown.value = { ...value, rows };
  };
  const { value } = shown;
  return { shown: value?.of === of ? value : undefined, reload, replaceRow };
}
