/* The name that was probably meant: the one with the fewest letters to change. */

/** The nearest of these names, if it is near enough to be worth naming. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const distances = names.map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }));
  const [best] = distances.sort((one, other) => one.distance - other.distance);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const begins = names.filter((name) => wanted !== "" && name.toLowerCase().startsWith(wanted));
  if (best && best.distance <= most) return best.name;
  return begins.length === 1 ? begins[0] : undefined;
}

/** `Did you mean "Tasks"?`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const name = nearestName(typed, names);
  return name === undefined ? "" : ` Did you mean ${JSON.stringify(name)}?`;
}

const longestCompared = 100;

/** Letters to insert, remove, replace or swap. */
function distanceOf(typed: string, name: string): number {
  const [one, other] = [typed.slice(0, longestCompared), name.slice(0, longestCompared)];
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const replaced = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
