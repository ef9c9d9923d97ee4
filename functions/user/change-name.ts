import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me, NewName } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/user/name",
    summary: "Change one's name",
    session: true,
    body: NewName,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    users.showMe(
      await users.update(session.user, body, (changed) => keepAnswer(caller, users.showMe(changed))),
    ),
);
