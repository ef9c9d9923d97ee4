import { reaches } from "#lib/access/principal";
import { higherRole } from "#lib/access/roles";
import { showTrash } from "#lib/data/trash/show-trash";
import { readTrash } from "#lib/data/trash/trash";
import { readTrashedPlaces } from "#lib/data/trash/trashed-places";
import { indirectEndpoint, ok } from "#lib/http/endpoint";
import { mayAt } from "#lib/http/standing";
import { TrashPage, TrashQuery } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "GET",
    path: "/trash",
    summary: "List the deleted tables of a base, or the deleted bases or spaces",
    description:
      "With `baseId`: the deleted tables of this base. With `resourceType`: the deleted bases or spaces that the caller may restore. A base that was deleted with its space is restored with it, and is not listed.",
    scope: "table|trash_read",
    query: TrashQuery,
    response: ok(TrashPage),
    placeIn: ({ query }) => ({ baseId: query["baseId"] }),
    prefetch: async ({ query: { baseId, cursor } }) => baseId && readTrash(baseId, cursor),
  },
  async ({ prefetched, base, query: { resourceType = "base", cursor }, principal, caller }) => {
    const items =
      prefetched ||
      (await readTrashedPlaces(
        { resourceType, cursor },
        caller.userId,
        ({ spaceId, baseId }, inSpace, inBase) => {
          const standing = reaches(principal, spaceId, baseId) ? higherRole(inBase, inSpace) : undefined;
          return mayAt(standing, "table|trash_update") && mayAt(standing, `${resourceType}|create`);
        },
      ));
    return showTrash(items, base, undefined, caller);
  },
);
