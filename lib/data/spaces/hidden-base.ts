/* A base of an import: it counts as deleted until everything is in it. */

import { type BaseId, newBaseId, type UserId } from "#lib/schemas/basics/ids";
import { type Change, change, checkKey, insert } from "#lib/store/commit";
import { type BaseItem, baseCopyKey, baseKey, countedIn } from "./bases.ts";
import { spaceKey } from "./spaces.ts";

/** The changes that make a base which counts as deleted until it is complete. Throws 400 over the limit of the space. */
export async function hiddenBaseChanges(
  { spaceId, name, icon }: Pick<BaseItem, "spaceId" | "name"> & { icon?: string | undefined },
  { userId, now }: { userId: UserId; now: string },
): Promise<{ id: BaseId; changes: Change[] }> {
  const counting = await countedIn(spaceId);
  const id = newBaseId();
  const base = { id, name, spaceId, ...(icon && { icon }), createdTime: now, createdBy: userId };
  const hidden = insert({ ...baseKey(id), entity: "base", ...base, deletedTime: now });
  return { id, changes: [hidden, checkKey(spaceKey(spaceId)), ...counting] };
}

/** The changes that show such a base. */
export function revealChanges(base: BaseItem): Change[] {
  const { id, spaceId } = base;
  const { pk: _, sk: __, version: ___, deletedTime: ____, threeTwins: _____, ...copy } = base;
  return [
    change(base, { deletedTime: undefined }),
    insert({ ...copy, ...baseCopyKey(spaceId, id), entity: "baseCopy" }),
    checkKey(spaceKey(spaceId)),
  ];
}
