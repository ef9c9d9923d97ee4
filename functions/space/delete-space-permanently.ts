import * as z from "zod";
import { findKept } from "#lib/data/spaces/spaces";
import { removeSpace } from "#lib/data/trash/remove-space";
import { deletedPlaceEndpoint, done } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { SpaceId } from "#lib/schemas/basics/ids";

export const handler = deletedPlaceEndpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/permanent",
    summary: "Delete a space permanently",
    description:
      "Also a space in the trash. The space and its bases, also those in its trash, disappear at once and cannot be restored. Jobs clear their content.",
    scope: "space|delete",
    params: z.object({ spaceId: SpaceId }),
    response: done,
    prefetch: ({ params }) => findKept(params.spaceId),
    placeOf: ({ id }) => ({ spaceId: id }),
  },
  async ({ prefetched: space, params, caller }) => {
    if (!space) throw notFound("space", params.spaceId);
    await removeSpace(space, caller);
  },
);
