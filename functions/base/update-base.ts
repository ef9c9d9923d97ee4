import * as z from "zod";
import * as bases from "#lib/data/spaces/bases";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Base, BaseUpdate } from "#lib/schemas/tables/base";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/base/{baseId}",
    summary: "Change the name or icon of a base",
    scope: "base|update",
    params: z.object({ baseId: BaseId }),
    body: BaseUpdate,
    response: ok(Base),
    idempotent: true,
  },
  async ({ base, standing, body, caller }) => {
    const show = (base: bases.BaseItem) => bases.show(base, standing);
    return show(await bases.update(base, body, (changed) => keepAnswer(caller, show(changed))));
  },
);
