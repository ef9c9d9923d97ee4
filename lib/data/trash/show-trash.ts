/* Shows what a trash holds: what each call deleted, with the names of the people and things. */

import type { Caller } from "#lib/data/identity/caller";
import { mapUsers, peopleById } from "#lib/data/records/people";
import { isKept, type Schema } from "#lib/data/schema/table-schema";
import type { TrashItem, TrashPage } from "#lib/schemas/tables/trash";
import {
  baseIn,
  type DeletionItem,
  idOf,
  kindOf,
  pageOfTrash,
  recordsIn,
  spaceIn,
  tableIn,
} from "./trash.ts";

interface TrashHolder {
  trashEmptiedTime?: string | undefined;
}

/** A page of the deletions that can be restored. `schema`: the table whose trash it is. One round trip; none if there are no deletions. */
export async function showTrash(
  items: DeletionItem[],
  { trashEmptiedTime }: TrashHolder = {},
  schema: Schema | undefined,
  caller: Caller,
): Promise<TrashPage> {
  const { shown, nextCursor } = pageOfTrash(items, trashEmptiedTime, caller.now);
  const deleters = [...new Set(shown.map(({ deletedBy }) => deletedBy))];
  const people = await peopleById(deleters);
  const trashItems = shown.map(showItem);
  return {
    trashItems,
    items: trashItems,
    resourceMap: Object.fromEntries(shown.flatMap((item) => showResources(item, schema))),
    userMap: mapUsers(deleters, people, caller),
    nextCursor,
  };
}

function showItem(item: DeletionItem): TrashItem {
  const { name, deletedBy, deletedTime } = item;
  const { resourceType, resourceIds } = resourcesOf(item);
  const resourceId = resourceIds[0] as string;
  return { id: idOf(item), resourceType, resourceId, resourceIds, name, deletedBy, deletedTime };
}

function resourcesOf(item: DeletionItem): Pick<TrashItem, "resourceType" | "resourceIds"> {
  if (item.view) return { resourceType: "view", resourceIds: [item.view.id] };
  if (item.fields) return { resourceType: "field", resourceIds: item.fields };
  if (item.records) return { resourceType: "record", resourceIds: recordsIn(item) };
  const kind = kindOf(idOf(item));
  if (kind === "space") return { resourceType: kind, resourceIds: [spaceIn(item)] };
  if (kind === "base") return { resourceType: kind, resourceIds: [baseIn(item)] };
  return { resourceType: "table", resourceIds: [tableIn(item)] };
}

type Resource = TrashPage["resourceMap"][string];

function showResources(item: DeletionItem, schema: Schema | undefined): [id: string, Resource][] {
  const { name, view, fields } = item;
  if (view) return [[view.id, { id: view.id, name, type: view.viewType }]];
  if (fields) return fields.map((id) => [id, showField(id, schema)]);
  const { resourceType, resourceIds } = resourcesOf(item);
  const place = resourceType === "base" && { spaceId: spaceIn(item) };
  // the deletion knows only the name of the first record
  return resourceIds.map((id, i) => [id, { id, name: i === 0 ? name : "", ...place }]);
}

function showField(id: string, schema: Schema | undefined): Resource {
  const field = schema?.clearing.filter(isKept).find((each) => each.id === id);
  if (!field) return { id, name: "" };
  const { choices } = (field.options ?? {}) as { choices?: { name: string }[] };
  const options = choices?.map(({ name }) => name) ?? null;
  return { id, name: field.name, type: field.type, isLookup: field.isLookup === true, options };
}
