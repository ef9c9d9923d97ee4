import * as z from "zod";
import * as bases from "#lib/data/bases";
import { endpoint, ok } from "#lib/http/endpoint";
import { Base, BaseUpdate } from "#lib/schemas/base";
import { BaseId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/base/{baseId}",
    summary: "Change the name or icon of a base",
    scope: "base|update",
    params: z.object({ baseId: BaseId }),
    body: BaseUpdate,
    response: ok(Base),
  },
  async ({ base, standing, body }) => bases.show(await bases.update(base, body), standing),
);
