import { takeName } from "#lib/data/identity/take-name";
import { showMe } from "#lib/data/identity/users";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { Me, NewName } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/user/name",
    summary: "Change the name of the user",
    body: NewName,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    showMe(
      await takeName(session.user, body.name, caller.now, (changed) => keepAnswer(caller, showMe(changed))),
    ),
);
