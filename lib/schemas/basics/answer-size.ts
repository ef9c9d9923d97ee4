import { AppError } from "./error.ts";
import { bytesAtMost, estimateJson } from "./json-length.ts";
import { limits } from "./limits.ts";

/** Characters up to which an answer is never compressed unless plain answers are refused: it fits into one packet of the network. */
export const shortAnswer = 1024;

/**
 * Throws `payload_too_large` for a response above `limits.responseBytes`: Lambda allows 6 MB with everything escaped.
 * What is compressed later is measured here as it is: what a caller accepts shall not decide what a page holds. It fits then too, because
 * Lambda's limit is above the base64 of this one.
 * A write calls this before it commits, so that its response can be sent.
 */
export function refuseLargeAnswer(json: string): void {
  refuseBytes(Buffer.byteLength(json));
}

/**
 * The items as the response shows them. Throws `payload_too_large` at the first item that does not fit: all of them could
 * need a hundred times as much memory. `turn` gives what to await after an item, so that other requests are answered.
 */
export async function takeFitting<Item, Shown>(
  items: Item[],
  show: (item: Item) => Shown,
  turn: () => Promise<unknown> | undefined = () => undefined,
): Promise<Shown[]> {
  const kept: Shown[] = [];
  let bytes = 0;
  for (const item of items) {
    const shown = show(item);
    bytes += Buffer.byteLength(JSON.stringify(shown)) + 1;
    refuseBytes(bytes);
    kept.push(shown);
    const due = turn();
    if (due !== undefined) await due;
  }
  return kept;
}

/** How many of the first items fit into `most` bytes of JSON; at least 1. */
export function countFitting(items: unknown[], most: number): number {
  // most answers are far from the limit, and need not be written out to see it
  if (bytesAtMost * estimateJson(items) <= most) return items.length;
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
    `The response would have at least ${bytes} bytes; the limit is ${limits.responseBytes}. Request less per call`,
  );
}
