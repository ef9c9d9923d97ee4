import * as z from "zod";
import { moveBeside } from "#lib/data/spaces/order-bases";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { BasePlace } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/order",
    summary: "Move a base in the list of its space",
    description:
      "Places the base before or after another base of the same space, for everyone who lists them.",
    scope: "base|update",
    params: z.object({ baseId: BaseId }),
    body: BasePlace,
    response: done,
    idempotent: true,
  },
  ({ base, body, caller }) => moveBeside(base, body, caller),
);
