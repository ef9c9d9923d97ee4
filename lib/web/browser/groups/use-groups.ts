/* The groups of a view: their headers, and which of them are folded in this window. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi } from "../call.ts";
import type { Grid } from "../grid/grid.ts";
import type { GroupHead } from "../grid/row-layout.ts";
import { runSeldom } from "../live/run-seldom.ts";
import { type CountedGroup, groupHeads } from "./group-heads.ts";

interface GroupsOptions {
  tableId: string;
  view: View | undefined;
  fields: readonly Field[];
  query: WindowQuery;
  grid: () => Grid | undefined;
}

export interface Groups {
  /** By which fields it is grouped, the outermost first. */
  fields: readonly Field[];
  heads: () => readonly GroupHead[];
  /** Counts them, at once or soon. */
  read: () => void;
  fold: (id: string, isFolded: boolean) => void;
}

/** Counted again at most so often, in ms. */
const pause = 1000;

export function useGroups({ tableId, view, fields, query, grid }: GroupsOptions): Groups {
  const group = view?.group ?? [];
  const known = group.flatMap(({ fieldId }) => fields.find(({ id }) => id === fieldId) ?? []);
  const groupBy = known.length === group.length && group.length > 0 ? JSON.stringify(group) : "";
  const shown = useRef(grid);
  shown.current = grid;
  const viewId = view?.id ?? "";
  const groups = useMemo(() => {
    let points: readonly CountedGroup[] = [];
    const folded = readFolded(viewId);
    let heads: readonly GroupHead[] = [];
    const show = () => {
      heads = groupHeads(points, folded);
      shown.current()?.setGroups(heads);
    };
    const path = `/table/${tableId}/aggregation/group-points?${query.which}&${new URLSearchParams({ groupBy })}`;
    const reading = runSeldom(async () => {
      // without them the rows are listed one below the other
      points = (await callApi<CountedGroup[] | null>("GET", path).catch(() => points)) ?? [];
      show();
    }, pause);
    return {
      heads: () => heads,
      read: () => {
        if (groupBy !== "") reading.run();
      },
      stop: reading.stop,
      fold: (id: string, isFolded: boolean) => {
        if (isFolded) folded.add(id);
        else folded.delete(id);
        keepFolded(viewId, folded);
        show();
      },
    };
  }, [tableId, viewId, query.which, groupBy]);
  useEffect(() => groups.stop, [groups]);
  return { ...groups, fields: groupBy === "" ? [] : known };
}

const keyOf = (viewId: string) => `gridless-folded-${viewId}`;

/** The folded groups of a view: they stay folded while this window is open. */
function readFolded(viewId: string): Set<string> {
  const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(viewId)) ?? "[]");
  return new Set(Array.isArray(ids) ? ids : []);
}

const keepFolded = (viewId: string, folded: ReadonlySet<string>): void =>
  sessionStorage.setItem(keyOf(viewId), JSON.stringify([...folded]));
