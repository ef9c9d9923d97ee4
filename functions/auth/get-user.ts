import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { Myself } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/user",
    summary: "Get who is calling",
    description:
      "Any token opens it. An application sees the e-mail address with the scope user|email_read only.",
    anyToken: true,
    session: true,
    response: ok(Myself),
  },
  async ({ session, principal: { userId }, caller }) => {
    const user = session?.user ?? (await users.find(userId));
    if (!user) throw notFound("user", userId);
    const { id, name, avatar, email } = user;
    return { id, name, ...(avatar && { avatar }), ...(caller.may.seeEmails && { email }) };
  },
);
