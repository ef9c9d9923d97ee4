import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { Aggregator } from "./aggregator.ts";

/** With what each addition rounds off kept beside it (Neumaier): a million times 0.1 is 100,000, and 1e100 + 1 − 1e100 is 1. */
function summing() {
  let [total, rounded, added] = [0, 0, 0];
  return {
    add(number: number) {
      const next = total + number;
      rounded += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
      total = next;
      added++;
    },
    sum: () => total + rounded,
    added: () => added,
  };
}

export function sum(): Aggregator<number> {
  const { add, sum } = summing();
  return { add: (cell) => cell !== undefined && add(cell), value: sum };
}

export function average(): Aggregator<number> {
  const { add, sum, added } = summing();
  return {
    add: (cell) => cell !== undefined && add(cell),
    value: () => (added() === 0 ? null : sum() / added()),
  };
}

/** The bytes of all files, each as often as it stands in a cell. */
export function totalAttachmentSize(): Aggregator<Attachment[]> {
  let bytes = 0;
  return {
    add(cell) {
      for (const { size } of cell ?? []) bytes += size;
    },
    value: () => bytes,
  };
}
