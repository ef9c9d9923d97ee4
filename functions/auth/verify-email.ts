import { verifyEmail } from "#lib/data/accounts/email-links";
import { done, endpoint } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";
import { VerifyEmail } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/verify-email",
    summary: "Verify an e-mail address with a mailed link",
    description:
      "`link` is what stands in the mailed address behind `link=`: good once, for two days, and only for whoever is signed in to the account that it is of (403), as the mail may have reached somebody else. Invitations that wait for the address are accepted by it.",
    session: true,
    body: VerifyEmail,
    response: done,
    idempotent: true,
  },
  async ({ body, caller }) => {
    const user = await verifyEmail(body.link, caller);
    if (!user)
      throw new AppError("restricted_resource", "This link is of another account: sign in to that one");
  },
);
