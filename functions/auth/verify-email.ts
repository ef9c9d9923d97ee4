import { verifyEmail } from "#lib/accounts/email-links";
import { done, sessionEndpoint } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";
import { VerifyEmail } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/auth/verify-email",
    summary: "Verify an e-mail address with a mailed link",
    description:
      "`link` is what follows `link=` in the mailed URL. It works once, for two days, and only while the user is signed in to its account (403), because the mail may have reached another person. Accepts the invitations that wait for the address.",
    whileStopped: true,
    body: VerifyEmail,
    response: done,
    idempotent: true,
  },
  async ({ body, caller }) => {
    const user = await verifyEmail(body.link, caller);
    if (!user)
      throw new AppError(
        "restricted_resource",
        "This link belongs to another account; sign in to that account",
      );
  },
);
