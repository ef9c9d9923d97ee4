import { sortInSlices } from "#lib/engine/values/sort-in-slices";

/** Keeps the first `most` entries in an order; memory holds only these. */
export function keepTop<Entry>(most: number, compare: (a: Entry, b: Entry) => number) {
  // a heap whose top is the last of the kept entries
  const heap: Entry[] = [];
  const isAfter = (i: number, j: number) => compare(heap[i] as Entry, heap[j] as Entry) > 0;
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j] as Entry, heap[i] as Entry];
  };

  function rise(i: number): void {
    for (let at = i; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isAfter(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const child = left + 1 < heap.length && isAfter(left + 1, left) ? left + 1 : left;
      if (!isAfter(child, at)) return;
      swap(at, child);
      at = child;
    }
  }

  return {
    offer(entry: Entry): void {
      if (heap.length < most) {
        heap.push(entry);
        rise(heap.length - 1);
      } else if (compare(entry, heap[0] as Entry) < 0) {
        heap[0] = entry;
        sink();
      }
    },
    inOrder: (): Promise<Entry[]> => sortInSlices(heap, compare),
  };
}
