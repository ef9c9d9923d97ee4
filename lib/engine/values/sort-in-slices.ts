/* Sorts long lists without blocking the event loop: other requests are answered in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Elements that are sorted or merged between two turns of the event loop: some milliseconds. */
const sliceSize = 4096;

/** As `toSorted`: stable, and the list itself stays as it is. */
export async function sortInSlices<Element>(
  list: readonly Element[],
  compare: (a: Element, b: Element) => number,
): Promise<Element[]> {
  let runs: Element[][] = [];
  for (let i = 0; i < list.length; i += sliceSize) {
    if (i > 0) await nextTurn();
    runs.push(list.slice(i, i + sliceSize).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Element[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Element>(
  first: Element[],
  second: Element[],
  compare: (a: Element, b: Element) => number,
): Promise<Element[]> {
  if (second.length === 0) return first;
  const merged: Element[] = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    // equal elements keep their order
    const isFirst = compare(first[i] as Element, second[j] as Element) <= 0;
    merged.push((isFirst ? first[i++] : second[j++]) as Element);
    if (merged.length % sliceSize === 0) await nextTurn();
  }
  for (; i < first.length; i++) merged.push(first[i] as Element);
  for (; j < second.length; j++) merged.push(second[j] as Element);
  return merged;
}
