/* The statistics below a grid, one a column: read by one request, and again when records change. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import type { WindowQuery } from "../bars/list-query.ts";
import type { ViewChanges } from "../bars/write-change.ts";
import { callApi, describeProblem } from "../call.ts";
import type { BandDoes } from "../grid/bands.ts";
import type { GridColumn } from "../grid/geometry.ts";
import { showLate } from "../late.tsx";
import { runSeldom } from "../live/run-seldom.ts";
import { chosenStatistic, statisticText } from "./statistics.ts";
import { summaryTexts } from "./texts.ts";

const SummaryMenu = showLate(async () => (await import("./summary-menu.tsx")).SummaryMenu);

interface SummaryOptions {
  tableId: string;
  view: View | undefined;
  columns: readonly GridColumn[];
  query: WindowQuery;
  /** Absent: there are no statistics. */
  changes: ViewChanges | undefined;
  fail: (text: string) => void;
}

interface Answer {
  aggregations: { fieldId: string; value: number | string | null }[];
}

/** Read again at most so often, in ms. */
const pause = 1000;
/** The server computes no more by one call. */
const mostStatistics = 100;

export interface Summary {
  foot: BandDoes | undefined;
  /** Reads them again, at once or soon. */
  read: () => void;
  menu: ComponentChildren;
}

export function useSummary(options: SummaryOptions): Summary {
  const { tableId, view, columns, query, changes, fail } = options;
  const asked = useSignal<{ field: Field; anchor: HTMLElement } | undefined>(undefined);
  const values = useRef(new Map<string, number | string | null>());
  const buttons = useRef(new Map<string, { field: Field; button: HTMLElement }>());
  const now = useRef(options);
  now.current = options;
  const chosenOf = (field: Field) =>
    chosenStatistic(field, now.current.view?.columnMeta[field.id]?.statisticFunc);
  const chosen: { [fieldId: string]: StatisticFunction[] } = {};
  for (const { field } of columns.slice(0, mostStatistics)) {
    const name = changes && chosenOf(field);
    if (name) chosen[field.id] = [name];
  }
  const wanted = Object.keys(chosen).length > 0 ? JSON.stringify(chosen) : "";
  function write(field: Field, button: HTMLElement): void {
    const name = chosenOf(field);
    const text =
      name && `${summaryTexts.statistics[name]} ${statisticText(field, name, values.current.get(field.id))}`;
    button.textContent = text ?? "";
    button.setAttribute("aria-label", summaryTexts.nameOf(field.name, text ?? summaryTexts.none));
  }
  const reading = useMemo(
    () =>
      runSeldom(async () => {
        const { aggregations } =
          wanted === ""
            ? { aggregations: [] }
            : await callApi<Answer>(
                "GET",
                `/table/${tableId}/aggregation?${query.which}&${new URLSearchParams({ field: wanted })}`,
              );
        values.current = new Map(aggregations.map(({ fieldId, value }) => [fieldId, value]));
        for (const { field, button } of buttons.current.values()) write(field, button);
      }, pause),
    [tableId, query.which, wanted],
  );
  useEffect(() => {
    // a value is never that of another statistic
    values.current = new Map();
    reading.run();
    return reading.stop;
  }, [reading]);
  const isShown = changes !== undefined;
  const foot = useMemo(
    (): BandDoes | undefined =>
      isShown
        ? {
            ...{ role: "none", lineRole: "toolbar", className: "foot", corner: "" },
            label: summaryTexts.bar,
            fill(cell, { field }) {
              const button = document.createElement("button");
              button.type = "button";
              button.setAttribute("aria-haspopup", "true");
              button.addEventListener("click", () => {
                asked.value = { field, anchor: button };
              });
              buttons.current.set(field.id, { field, button });
              write(field, button);
              cell.append(button);
              return button;
            },
          }
        : undefined,
    [isShown],
  );
  function choose(field: Field, name: StatisticFunction | null) {
    changes
      ?.change({ columns: { [field.id]: { statisticFunc: name } } })
      .catch((error: unknown) => fail(describeProblem(error)));
  }
  const open = asked.value;
  return {
    foot,
    read: () => wanted !== "" && reading.run(),
    menu: open && view && (
      <SummaryMenu
        field={open.field}
        anchor={open.anchor}
        chosen={chosenOf(open.field)}
        choose={(name) => choose(open.field, name)}
        close={() => {
          asked.value = undefined;
          buttons.current.get(open.field.id)?.button.focus();
        }}
      />
    ),
  };
}
