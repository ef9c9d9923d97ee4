import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { fifteenDigits, makeSum } from "#lib/engine/values/decimals";
import type { Aggregator } from "./aggregator.ts";

/** Adds the numbers as cells show them, so the sum has no more decimals than they have. */
export function sum(): Aggregator<number> {
  const { add, value } = makeSum();
  return { add: (cell) => cell !== undefined && add(cell), value };
}

export function average(): Aggregator<number> {
  const { add, value } = makeSum();
  let added = 0;
  return {
    add(cell) {
      if (cell === undefined) return;
      add(cell);
      added++;
    },
    value: () => (added === 0 ? null : fifteenDigits(value() / added)),
  };
}

/** The bytes of all files; a file in several cells counts once for each. */
export function totalAttachmentSize(): Aggregator<Attachment[]> {
  let bytes = 0;
  return {
    add(cell) {
      for (const { size } of cell ?? []) bytes += size;
    },
    value: () => bytes,
  };
}
