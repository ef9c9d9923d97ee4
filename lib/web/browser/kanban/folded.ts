/* Which stacks a person folded: kept in this browser, for each view. */
import { type Signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

const nameOf = (viewId: string) => `gridless-folded-${viewId}`;

function readFolded(viewId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(viewId)) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    // the browser keeps nothing, or something else
    return [];
  }
}

/** The keys of the folded stacks of a view, and a function that folds or unfolds one. */
export function useFolded(viewId: string): [Signal<ReadonlySet<string>>, (key: string) => void] {
  const first = useMemo(() => new Set(readFolded(viewId)), [viewId]);
  const folded = useSignal<ReadonlySet<string>>(first);
  function toggle(key: string) {
    const next = new Set(folded.value);
    if (!next.delete(key)) next.add(key);
    folded.value = next;
    try {
      localStorage.setItem(nameOf(viewId), JSON.stringify([...next]));
    } catch {
      // it is folded until the page is left
    }
  }
  return [folded, toggle];
}
