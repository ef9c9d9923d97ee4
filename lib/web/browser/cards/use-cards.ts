/* The rows of a list of cards, read as they are looked at, and again when others changed them. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { WindowQuery } from "../bars/list-query.ts";
import { describeProblem } from "../call.ts";
import { askPagesOf, countRows } from "../grid/ask-page.ts";
import { readListPlaces } from "../grid/list-places.ts";
import { RowWindow } from "../grid/rows.ts";
import type { CardsProblem } from "./cards-frame.tsx";

interface ReadCards {
  rows: RowWindow;
  /** Counts them again. */
  count: () => void;
  /** Reads again what is looked at. */
  reload: () => void;
}

/** Rows of cards. `version` grows when something of them is to be drawn again. */
export function openCards(
  tableId: string,
  query: WindowQuery,
  fieldIds: readonly string[],
  told: { version: Signal<number>; problem: Signal<CardsProblem | undefined> },
): ReadCards {
  const rows: RowWindow = new RowWindow(
    askPagesOf(tableId, query, (isBrief) => (isBrief ? fieldIds.slice(0, 1) : fieldIds)),
    () => {
      told.problem.value = undefined;
      told.version.value++;
    },
    (error) => {
      const retry = () => {
        told.problem.value = undefined;
        rows.retry();
      };
      told.problem.value = { text: describeProblem(error), retry };
    },
    () => readListPlaces(tableId, query),
  );
  const count = () =>
    void countRows(tableId, query).then(
      (found) => rows.setCount(found),
      // without it, they are counted as they are read
      () => {},
    );
  const reload = () => {
    rows.reload();
    count();
  };
  return { rows, count, reload };
}

/** The cards of one list, which are drawn again when they change. */
export function useCards(
  tableId: string,
  { which, order }: WindowQuery,
  fieldIds: readonly string[],
  problem: Signal<CardsProblem | undefined>,
): ReadCards {
  const version = useSignal(0);
  version.value;
  const cells = fieldIds.join();
  const cards = useMemo(
    () => openCards(tableId, { which, order }, fieldIds, { version, problem }),
    [tableId, which, order, cells],
  );
  useEffect(() => cards.count(), [cards]);
  return cards;
}
