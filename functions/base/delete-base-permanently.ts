import * as z from "zod";
import { findKept } from "#lib/data/spaces/bases";
import { removeBase } from "#lib/data/trash/remove-base";
import { deletedPlaceEndpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = deletedPlaceEndpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/permanent",
    summary: "Delete a base permanently",
    description:
      "Also a base in the trash. Only owners of the base or its space may. The base and its tables disappear at once and cannot be restored. A job clears their content.",
    // what only owners may
    scope: "space|delete",
    tokenScope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: ok(Started),
    prefetch: ({ params }) => findKept(params.baseId),
    placeOf: ({ id, spaceId }) => ({ baseId: id, spaceId }),
  },
  async ({ prefetched: base, params, caller }) => {
    if (!base) throw notFound("base", params.baseId);
    return { jobId: await removeBase(base, caller) };
  },
);
