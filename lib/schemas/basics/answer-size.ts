import { AppError } from "./error.ts";
import { limits } from "./limits.ts";

/** Lambda's answers hold 6 MB with everything escaped. A write is asked before it commits, so that what was done can be told. */
export function refuseLargeAnswer(json: string): void {
  refuseBytes(Buffer.byteLength(json));
}

/** What an answer shows, one by one and no further than it fits: all of it could be a hundred times as much. */
export function takeFitting<Item, Shown>(items: Item[], show: (item: Item) => Shown): Shown[] {
  const kept: Shown[] = [];
  let bytes = 0;
  for (const item of items) {
    const shown = show(item);
    bytes += Buffer.byteLength(JSON.stringify(shown)) + 1;
    refuseBytes(bytes);
    kept.push(shown);
  }
  return kept;
}

/** How many of a page's items an answer of so many bytes holds: one at least. */
export function countFitting(items: unknown[], most: number): number {
  let bytes = 0;
  const first = items.findIndex((item, i) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > most && i > 0;
  });
  return first === -1 ? items.length : first;
}

function refuseBytes(bytes: number): void {
  if (bytes <= limits.responseBytes) return;
  throw new AppError(
    "payload_too_large",
    `The answer would have ${bytes} bytes or more, the limit is ${limits.responseBytes}: ask for less at once`,
  );
}
