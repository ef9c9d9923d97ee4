/* Finds the text that a mistyped one was probably meant to be. */

/** Longer texts are not compared: the work must stay small, whatever a request holds. */
const longest = 64;

/** The candidate with the fewest typing errors, if there are few enough; case and white space around it do not count. */
export function findNearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(text);
  if (wanted.length > longest) return undefined;
  let most = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let nearest: string | undefined;
  for (const candidate of candidates) {
    const errors = countErrors(wanted, fold(candidate), most);
    if (errors > most) continue;
    nearest = candidate;
    if (errors === 0) break;
    most = errors - 1;
  }
  return nearest;
}

const fold = (text: string) => text.trim().toLowerCase();

/**
 * The number of characters that are added, left out, replaced or exchanged with the next one. A result above `most` only means that there
 * are more than `most`.
 */
function countErrors(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(at(row, j - 1) + (isSame ? 0 : 1), at(row, j) + 1, at(next, j - 1) + 1);
      if (!isSame && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

const at = (row: number[], i: number): number => row[i] ?? Number.POSITIVE_INFINITY;
