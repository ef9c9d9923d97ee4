import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me, NotifyMeta } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/user/notify-meta",
    summary: "Say whether one wants mails",
    session: true,
    body: NotifyMeta,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    users.showMe(
      await users.update(session.user, { notifyMeta: body }, (changed) =>
        keepAnswer(caller, users.showMe(changed)),
      ),
    ),
);
