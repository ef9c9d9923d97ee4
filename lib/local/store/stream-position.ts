/*
 * The position up to which the stream is settled, in a file of the data folder: every change up to it was consumed, or is a dead letter.
 * Later changes are dispatched again after a crash; consumers must accept repetitions.
 */
import { readFileSync } from "node:fs";
import { replaceFile } from "#lib/local/process/replace-file";

export interface Position {
  /** The id of the stream: a table that is made again has another one. */
  stream: string;
  /** The last settled sequence number of each shard. */
  shards: Record<string, string>;
}

export function readPosition(file: string, stream: string): Position {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as Position;
    if (kept.stream === stream) return kept;
  } catch {
    // none yet: from the stream's beginning
  }
  return { stream, shards: {} };
}

export const writePosition = (file: string, position: Position): void =>
  replaceFile(file, JSON.stringify(position));

/** For batches that settle in any order: calls `onMoved` when the position up to which all are settled moves. */
export function trackSettled<Sequence>(onMoved: (sequence: Sequence) => void) {
  const batches: { sequence: Sequence; isSettled: boolean }[] = [];
  function move() {
    let moved: Sequence | undefined;
    while (batches[0]?.isSettled) moved = batches.shift()?.sequence;
    if (moved !== undefined) onMoved(moved);
  }
  return function add(sequence: Sequence, consumed: Promise<void>[]): void {
    const batch = { sequence, isSettled: false };
    batches.push(batch);
    void Promise.all(consumed).then(() => {
      batch.isSettled = true;
      move();
    });
  };
}
