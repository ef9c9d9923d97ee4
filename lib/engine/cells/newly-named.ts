/* Whom cells name that did not before, where the field says that people are to hear of it. */

import { peopleIn } from "#lib/engine/field-types/shared/people";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, UserId } from "#lib/schemas/basics/ids";
import type { Cells } from "./cells.ts";

/** A record of which cells are written; a new one has none before. */
export interface CellChange {
  id: RecordId;
  before?: Cells;
  after: Cells;
}

export interface NewMention {
  id: UserId;
  /** In how many records. */
  count: number;
  /** The first of them, and its field. */
  recordId: RecordId;
  fieldId: FieldId;
}

/** Each person once, but for who does it. */
export function findNewMentions(fields: Field[], changes: CellChange[], doer: UserId): NewMention[] {
  const telling = fields.filter(
    ({ type, options }) => type === "user" && (options as { shouldNotify: boolean }).shouldNotify,
  );
  const named = new Map<UserId, NewMention>();
  if (telling.length === 0) return [];
  for (const { id: recordId, before, after } of changes) {
    const seen = new Set<UserId>([doer]);
    for (const { id: fieldId } of telling) {
      const already = before && new Set(peopleIn(before[fieldId] ?? null));
      for (const id of peopleIn(after[fieldId] ?? null) as UserId[]) {
        if (already?.has(id) || seen.has(id)) continue;
        seen.add(id);
        const known = named.get(id);
        if (known) known.count++;
        else named.set(id, { id, count: 1, recordId, fieldId });
      }
    }
  }
  return [...named.values()];
}
