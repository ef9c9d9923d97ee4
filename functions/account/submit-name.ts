import { takeName } from "#lib/data/identity/take-name";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { changeNamePage } from "#lib/pages/account/change-name";
import { formFailure } from "#lib/pages/parts/form-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { NewName } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/name",
    group: "account",
    summary: "Change the name with the page",
    form: true,
    query: AnyQuery,
    body: NewName,
    response: page,
    failure: formFailure(changeNamePage),
  },
  async ({ body: { name }, session: { user }, caller }) => {
    await takeName(user, name, caller.now);
    return { location: "/account?done=name" };
  },
);
