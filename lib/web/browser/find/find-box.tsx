/* Finds a text in a view: Enter and Shift with Enter lead from cell to cell, Escape closes it and leaves the focus on the cell. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi, describeProblem } from "../call.ts";
import type { Grid } from "../grid/grid.ts";
import type { RowWindow } from "../grid/rows.ts";
import { Icon } from "../icon.tsx";
import { type Hit, Hits } from "./hits.ts";
import { findTexts } from "./texts.ts";

export interface FindBoxProps {
  tableId: string;
  query: WindowQuery;
  grid: () => Grid | undefined;
  rows: RowWindow;
  /** How often it was asked for: each time the input gets the focus. */
  asked: number;
  close: () => void;
}

/** How long a person stops typing before it is searched, in ms. */
const pause = 300;

export function FindBox({ tableId, query, grid, rows, asked, close }: FindBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const said = useSignal("");
  const hits = useRef<{ text: string; found: Hits } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => input.current?.select(), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // other records: what was found may be elsewhere
  useEffect(() => {
    hits.current = undefined;
  }, [query.which, query.order]);

  function make(text: string): Hits {
    const which = new URLSearchParams(query.which);
    // the list may be searched too: then places are those among the rows that were read
    const isSearched = which.has("search[]");
    which.delete("search[]");
    for (const part of [text, "", "false"]) which.append("search[]", part);
    const path = `/table/${tableId}/aggregation`;
    return new Hits({
      ask: async (take, skip) => {
        const page = new URLSearchParams({ take: `${take}`, skip: `${skip}` });
        const all = [`${which}`, query.order, `${page}`].filter(Boolean).join("&");
        const found = await callApi<Hit[]>("GET", `${path}/search-index?${all}`);
        if (!isSearched) return found;
        return found.map((hit) => ({ ...hit, index: (rows.indexOf(hit.recordId) ?? -1) + 1 }));
      },
      count: async () => (await callApi<{ count: number }>("GET", `${path}/search-count?${which}`)).count,
      isShown: ({ fieldId, index }) => index > 0 && columnOf(fieldId) !== -1,
    });
  }
  const columnOf = (id: string) => grid()?.columns.findIndex(({ field }) => field.id === id) ?? -1;

  async function go(step: 1 | -1) {
    const text = input.current?.value.trim() ?? "";
    if (text === "") {
      said.value = "";
      return;
    }
    try {
      if (hits.current?.text !== text) {
        said.value = findTexts.searching;
        const found = make(text);
        hits.current = { text, found };
        await found.begin();
        step = 1;
      }
      const { found } = hits.current;
      const hit = await found.go(step);
      if (hits.current?.found !== found) return;
      said.value = hit ? findTexts.at(found.place, found.count) : findTexts.nothing;
      if (hit) grid()?.reveal({ row: hit.index - 1, column: columnOf(hit.fieldId) });
    } catch (error) {
      hits.current = undefined;
      said.value = describeProblem(error);
    }
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Escape") end();
    else if (event.key === "Enter") void go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function end() {
    close();
    const shown = grid();
    shown?.focus(shown.active);
  }
  const button = (name: "previous" | "next" | "close", act: () => void) => (
    <button type="button" class="quiet" aria-label={findTexts[name]} onClick={act}>
      <Icon name={name} />
    </button>
  );
  return (
    <search class="box" onKeyDown={press}>
      <input
        ref={input}
        type="text"
        aria-label={findTexts.find}
        placeholder={findTexts.find}
        maxLength={255}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void go(1), pause);
        }}
      />
      <span role="status" class="note">
        {said}
      </span>
      {button("previous", () => void go(-1))}
      {button("next", () => void go(1))}
      {button("close", end)}
    </search>
  );
}
