import { askForVerification } from "#lib/accounts/email-links";
import { done, sessionEndpoint } from "#lib/http/endpoint";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/auth/send-verification-email",
    summary: "Send a verification mail",
    description:
      "Nothing is sent if the address is already verified. A few mails per hour are allowed (429, Retry-After).",
    whileStopped: true,
    response: done,
    idempotent: true,
  },
  ({ session, caller }) => askForVerification(session.user, caller),
);
