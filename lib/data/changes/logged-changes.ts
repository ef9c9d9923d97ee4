/*
 * Which changes of items the log of a base has.
 *
 *   record                     record.created | updated | moved | deleted
 *   field, goneField           field.…: a deleted field leaves an entry until its cells are cleared, and may be restored from it
 *   view, comment              view.…, comment.…
 *   table                      table.…: into the trash is deleted, out of it created
 *   base, member               base.updated, members.updated; a member of a space is one of each of its bases
 *   user                       members.updated in all bases that the person is a member of: cells show another name or avatar
 *
 * A field that looks different also is a field.updated for each field of another table that shows it (fields-showing.ts), in the log of that base.
 */
import { isDeepStrictEqual } from "node:util";
import { listIn } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { type BaseId, isUserId, type SpaceId, TableId, type UserId } from "#lib/schemas/basics/ids";
import { baseOfTable } from "./base-of-table.ts";
import type { Logged } from "./chunk.ts";
import { findShowing } from "./fields-showing.ts";

/** An attribute of an item as the stream has it. */
interface Attribute {
  S?: string | undefined;
}
interface Image {
  [attribute: string]: Attribute;
}

/** A change that the dispatcher has seen. */
export interface SeenChange {
  change: {
    kind: "created" | "changed" | "removed";
    entity: string;
    key: { pk: string; sk: string };
    version: number;
    computed?: true | undefined;
    edit?: { fieldIds?: string[] | undefined; by?: string | undefined } | undefined;
  };
  /** The item after the change, or before it was removed. */
  image: Image;
  before?: Image | undefined;
}

/** What an item is to those who follow its base. */
type LogChange = (seen: SeenChange) => Logged | undefined;

const verbs = { created: "created", changed: "updated", removed: "deleted" } as const;

const log: { [entity: string]: LogChange } = {
  record(seen) {
    const { kind, key, computed, edit, version } = seen.change;
    const isMove = kind === "changed" && differs(seen, "moves") && differs(seen, "moved");
    return {
      type: isMove ? "record.moved" : `record.${verbs[kind]}`,
      ...{ tableId: tableIn(seen), recordId: key.sk, version },
      ...(!isMove && edit?.fieldIds && { fieldIds: edit.fieldIds }),
      ...authorOf(seen),
      ...(computed && { computed }),
    };
  },
  field: (seen) =>
    logField(seen, seen.before?.["entity"]?.S === "goneField" ? "created" : verbs[seen.change.kind]),
  // its entry is removed when its cells are cleared
  goneField: (seen) => (seen.change.kind === "changed" ? logField(seen, "deleted") : undefined),
  view: (seen) => ({
    type: `view.${verbs[seen.change.kind]}`,
    ...{ tableId: tableIn(seen), viewId: partOf(seen.change.key.sk), version: seen.change.version },
    ...authorOf(seen),
  }),
  comment: (seen) => ({
    type: `comment.${verbs[seen.change.kind]}`,
    ...{ tableId: tableIn(seen), recordId: partOf(seen.change.key.pk, 2) },
    ...{ commentId: seen.change.key.sk, version: seen.change.version },
    ...authorOf(seen),
  }),
  table(seen) {
    const { kind, version } = seen.change;
    const table = { tableId: tableIn(seen), version };
    const [was, is] = [seen.before, kind === "removed" ? undefined : seen.image].map(
      (image) => image !== undefined && !isGone(image),
    );
    if (!was && !is) return undefined;
    if (was !== is) return { type: is ? "table.created" : "table.deleted", ...table };
    return shownOfTable.some((name) => differs(seen, name)) ? { type: "table.updated", ...table } : undefined;
  },
  base: ({ change: { version } }) => ({ type: "base.updated", version }),
  member: () => ({ type: "members.updated" }),
  user: (seen) =>
    seen.before && (differs(seen, "name") || differs(seen, "avatar"))
      ? { type: "members.updated" }
      : undefined,
};

/** The kinds of items of which the log has changes. */
export const loggedEntities: ReadonlySet<string> = new Set(Object.keys(log));

/** A change as the log of a base has it. */
interface LoggedIn {
  baseId: string;
  logged: Logged;
}

/** What the logs have of a change, and in which bases; nothing for what no reader can see. */
export async function logInBases(seen: SeenChange): Promise<LoggedIn[]> {
  const logged = log[seen.change.entity]?.(seen);
  if (!logged) return [];
  const bases = await basesOf(seen);
  const own = bases.map((baseId) => ({ baseId, logged }));
  const { tableId, fieldId } = logged;
  const [baseId] = bases;
  if (!baseId || !tableId || !fieldId || !looksDifferent(seen)) return own;
  const showing = await findShowing({ baseId, tableId: TableId.parse(tableId), fieldId });
  // without a version, because that of the field stays; without an author, whom those who follow this base may not know
  const elsewhere = showing.map(({ baseId, ...field }) => ({
    baseId,
    logged: { type: "field.updated", ...field, computed: true } as const,
  }));
  return [...own, ...elsewhere];
}

/** The bases whose logs have the change. */
async function basesOf({ change: { entity, key }, image }: SeenChange): Promise<string[]> {
  if (entity === "table") return [image["baseId"]?.S ?? ""];
  const [place, id = ""] = key.pk.split("#");
  if (place === "BASE") return [id];
  if (place === "SPACE") return basesIn(id as SpaceId);
  if (place === "USER") return isUserId(id) ? basesOfPerson(id) : [];
  const baseId = await baseOfTable(id as TableId);
  return baseId ? [baseId] : [];
}

const basesIn = async (id: SpaceId): Promise<string[]> => (await listIn(id)).map((base) => base.id);

async function basesOfPerson(id: UserId): Promise<string[]> {
  const [spaces, bases] = await Promise.all([placesOf<SpaceId>(id, "SPACE"), placesOf<BaseId>(id, "BASE")]);
  const ofSpaces = await Promise.all(spaces.map((space) => basesIn(space.id)));
  return [...new Set([...bases.map((base) => base.id), ...ofSpaces.flat()])];
}

/** Whether the cells of a field that existed may be shown otherwise, or no longer, or again. */
const looksDifferent = (seen: SeenChange): boolean =>
  seen.before !== undefined &&
  /^(field|goneField)$/.test(seen.change.entity) &&
  (seen.change.kind === "removed" || shownOfField.some((name) => differs(seen, name)));

/** The members of a field that decide how its cells are shown; the entity says whether it is deleted. */
const shownOfField = [
  ...["entity", "type", "options", "ownOptions", "lookupOptions", "isLookup"],
  ...["formula", "former", "hasError"],
];

/** The second part of the partition key of all that belongs to a table. */
const tableIn = ({ change: { key } }: SeenChange) => partOf(key.pk);
const partOf = (key: string, part = 1) => key.split("#")[part];

const logField = (seen: SeenChange, verb: "created" | "updated" | "deleted"): Logged => ({
  type: `field.${verb}`,
  ...{ tableId: tableIn(seen), fieldId: partOf(seen.change.key.sk), version: seen.change.version },
  ...authorOf(seen),
});

const authorOf = ({ change: { edit } }: SeenChange) => (edit?.by && isUserId(edit.by) ? { by: edit.by } : {});

const differs = ({ before = {}, image }: SeenChange, name: string): boolean =>
  !isDeepStrictEqual(before[name], image[name]);

/** The members of a table that change without its fields and views. */
const shownOfTable = ["name", "dbTableName", "description", "icon", "order", "defaultViewId"];

/** A table that is deleted, or not copied yet. */
const isGone = (image: Image): boolean => "deletedTime" in image || "copying" in image;
