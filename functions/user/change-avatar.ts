import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me, NewAvatar } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/user/avatar",
    summary: "Change one's picture; null takes it away",
    session: true,
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
