import * as users from "#lib/data/identity/users";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { Me, NewAvatar } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/user/avatar",
    summary: "Change one's picture; null takes it away",
    body: NewAvatar,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    users.showMe(
      await users.update(session.user, { avatar: body.avatar ?? undefined }, (changed) =>
        keepAnswer(caller, users.showMe(changed)),
      ),
    ),
);
