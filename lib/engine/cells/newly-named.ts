/* People whom a change adds to cells of fields with `shouldNotify`. */

import { peopleIn } from "#lib/engine/field-types/shared/people";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, UserId } from "#lib/schemas/basics/ids";
import type { Cells } from "./cells.ts";

/** A record whose cells are written; a new record has no `before`. */
export interface CellChange {
  id: RecordId;
  before?: Cells;
  after: Cells;
}

export interface NewMention {
  id: UserId;
  /** The number of records that mention the user. */
  count: number;
  /** The first of these records, and the field there. */
  recordId: RecordId;
  fieldId: FieldId;
}

/** The newly mentioned people, each once, without `doer`, the user who made the change. */
export function findNewMentions(fields: Field[], changes: CellChange[], doer: UserId): NewMention[] {
  const notifying = fields.filter(
    ({ type, options }) => type === "user" && (options as { shouldNotify: boolean }).shouldNotify,
  );
  const named = new Map<UserId, NewMention>();
  if (notifying.length === 0) return [];
  for (const { id: recordId, before, after } of changes) {
    const seen = new Set<UserId>([doer]);
    for (const { id: fieldId } of notifying) {
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
