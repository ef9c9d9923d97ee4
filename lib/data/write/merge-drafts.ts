/*
 * A request may say what the lists that it sends were when they were read (`seen`). Then they are merged with the cells of the records, so
 * that nothing of what others did meanwhile is lost (lib/engine/cells/merge-lists.ts). Cells of links are only marked: all their links are
 * read when their change is planned (lib/data/links/plan-links.ts).
 */

import type { RecordItem } from "#lib/data/records/records";
import { isMergeable, mergeCells, readSeen, type SeenList } from "#lib/engine/cells/merge-lists";
import type { Draft, DraftContext, RecordInput } from "#lib/engine/cells/new-records";
import { readStored } from "#lib/engine/cells/stored-cells";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

interface Existing {
  inputs: RecordInput[];
  /** For each input the record that it changes, if there is one. */
  found: (RecordItem | undefined)[];
}

/** The drafts with the merged lists, and the issues of what is no list. */
export const mergeDrafts = (
  drafts: Draft[],
  keys: DraftContext["keys"],
  { inputs, found }: Existing,
): Draft[] =>
  drafts.map((draft, i) => {
    const { seen } = inputs[i] ?? {};
    return seen ? mergeDraft(draft, keys, { seen, record: found[i] }) : draft;
  });

function mergeDraft(
  draft: Draft,
  keys: DraftContext["keys"],
  { seen, record }: { seen: RecordInput["values"]; record: RecordItem | undefined },
): Draft {
  const given = new Map(draft.given);
  const seenLinks = new Map<FieldId, SeenList>();
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(seen)) {
    const refuse = (message: string, ...at: PropertyKey[]) =>
      issues.push({ path: pathOf([...draft.at, ...at, key]), message });
    const field = keys.get(key);
    if (!field || !isMergeable(field) || !(given.has(field) || draft.refused.has(field))) {
      refuse("must be a field that `fields` has, and whose cells are lists that can be written", "seen");
      continue;
    }
    const list = readSeen(field, value);
    if (!list) refuse("must be the list as an answer had it, or null", "seen");
    if (!list || !given.has(field)) continue;
    if (holdsLinks(field)) seenLinks.set(field.id, list);
    else {
      const merged = mergeCells(list, given.get(field), record && readStored(field)(record));
      if (isFull(field, merged)) refuse(`at most ${limits.peoplePerCell} people per cell`, "fields");
      else given.set(field, merged);
    }
  }
  return { ...draft, given, issues: [...draft.issues, ...issues], ...(seenLinks.size > 0 && { seenLinks }) };
}

const isFull = (field: Field, cell: StoredCell | undefined): boolean =>
  holdsPeople(field) && Array.isArray(cell) && cell.length > limits.peoplePerCell;
