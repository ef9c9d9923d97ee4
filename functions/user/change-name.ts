import * as users from "#lib/data/identity/users";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { Me, NewName } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/user/name",
    summary: "Change one's name",
    body: NewName,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    users.showMe(
      await users.update(session.user, body, (changed) => keepAnswer(caller, users.showMe(changed))),
    ),
);
