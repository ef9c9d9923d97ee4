import * as users from "#lib/data/identity/users";
import { endpoint, page } from "#lib/http/endpoint";
import { changeNamePage } from "#lib/pages/account/change-name";
import { formFailure } from "#lib/pages/parts/form-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { NewName } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/name",
    summary: "Change one's name with the page",
    session: true,
    form: true,
    query: AnyQuery,
    body: NewName,
    response: page,
    failure: formFailure(changeNamePage),
  },
  async ({ body: { name }, session: { user } }) => {
    await users.update(user, { name });
    return { location: "/account?done=name" };
  },
);
