import * as z from "zod";
import * as bases from "#lib/data/spaces/bases";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Base } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}",
    summary: "Get a base",
    scope: "base|read",
    params: z.object({ baseId: BaseId }),
    response: ok(Base),
  },
  ({ base, standing }) => bases.show(base, standing),
);
