/** Binary search: the first index for which `holds` is true, in a list where it stays true from there on. */
export function findStart<Element>(list: readonly Element[], holds: (element: Element) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as Element)) high = middle;
    else low = middle + 1;
  }
  return low;
}
