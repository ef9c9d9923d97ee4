import * as bases from "#lib/data/spaces/bases";
import { created, endpoint } from "#lib/http/endpoint";
import { Base, NewBase } from "#lib/schemas/tables/base";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base",
    summary: "Create a base in a space",
    scope: "base|create",
    body: NewBase,
    response: created(Base),
    idempotent: true,
    spaceOf: ({ spaceId }) => spaceId,
  },
  async ({ body, caller, standing }) => {
    const show = (base: bases.BaseItem) => bases.show(base, standing);
    return show(
      await bases.create(body, caller.userId, caller.now, (made) => keepAnswer(caller, show(made))),
    );
  },
);
