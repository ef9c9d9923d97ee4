/*
 * A chunk of the log: changes in few bytes.
 *
 *   [[["record.updated","tbl…",["#1","#3"],"usr…"]], [0,"rec…",7, 0,"rec…",12]]
 *
 * First what several changes have in common: the type, the table, the fields, who made them, and 1 if they followed from other records.
 * Then for each change: which of these, its subject (`rec…/com…` for a comment), and its version. A batch of updates takes 30 bytes a record.
 */
import type { BaseChange } from "#lib/schemas/collaboration/changes";

type Head = [
  type: BaseChange["type"],
  tableId: string | 0,
  fieldIds: readonly string[] | 0,
  by: string | 0,
  computed: 1 | 0,
];

/** A change as the log keeps it. A field may be named by its column (lib/schemas/records/packed-record.ts), as in a packed record. */
export interface Logged {
  type: BaseChange["type"];
  tableId?: string | undefined;
  recordId?: string | undefined;
  fieldId?: string | undefined;
  viewId?: string | undefined;
  commentId?: string | undefined;
  version?: number | undefined;
  fieldIds?: readonly string[] | undefined;
  by?: string | undefined;
  computed?: true | undefined;
}

/** The text of a chunk. */
export function packLogged(changes: readonly Logged[]): string {
  const heads = new Map<string, number>();
  const rest = changes.flatMap((change) => {
    const { type, tableId = 0, fieldIds = 0, by = 0, computed, version = 0 } = change;
    const head: Head = [type, tableId, fieldIds, by, computed ? 1 : 0];
    const text = JSON.stringify(head);
    const place = heads.get(text) ?? heads.size;
    heads.set(text, place);
    return [place, subjectOf(change), version];
  });
  return `[[${[...heads.keys()].join(",")}],${JSON.stringify(rest)}]`;
}

const subjectOf = ({ recordId, fieldId, viewId, commentId }: Logged): string =>
  [recordId, fieldId, viewId, commentId].filter((id) => id !== undefined).join("/");

const members = new Map([
  ["rec", "recordId"],
  ["fld", "fieldId"],
  ["viw", "viewId"],
  ["com", "commentId"],
]);

/** The changes of a chunk. */
export function unpackLogged(text: string): Logged[] {
  const [heads, rest] = JSON.parse(text) as [Head[], (string | number)[]];
  return Array.from({ length: rest.length / 3 }, (_, i) => {
    const [place, subject, version] = rest.slice(3 * i, 3 * i + 3);
    const [type, tableId, fieldIds, by, computed] = heads[Number(place)] ?? ["table.many", 0, 0, 0, 0];
    const ids = String(subject)
      .split("/")
      .map((id) => [members.get(id.slice(0, 3)) ?? "", id]);
    return {
      type,
      ...(tableId !== 0 && { tableId }),
      ...(subject !== "" && Object.fromEntries(ids)),
      ...(version !== 0 && { version: Number(version) }),
      ...(fieldIds !== 0 && { fieldIds }),
      ...(by !== 0 && { by }),
      ...(computed === 1 && { computed: true }),
    };
  });
}
