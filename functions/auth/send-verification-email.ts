import { askForVerification } from "#lib/data/accounts/email-links";
import { done, endpoint } from "#lib/http/endpoint";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/send-verification-email",
    summary: "Have a link mailed that verifies one's e-mail address",
    description: "Nothing is sent where it is verified already. A few an hour (429, Retry-After).",
    session: true,
    response: done,
    idempotent: true,
  },
  ({ session, caller }) => askForVerification(session.user, caller),
);
