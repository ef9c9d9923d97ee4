import { askForReset } from "#lib/accounts/email-links";
import { done, publicEndpoint } from "#lib/http/endpoint";
import { EmailOnly } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/send-reset-password-email",
    summary: "Send a password reset mail",
    description:
      "The response does not tell whether the account exists. A few mails per hour go to one address; further mails are dropped silently.",
    whileStopped: true,
    body: EmailOnly,
    response: done,
  },
  ({ body, sourceIp, now }) => askForReset({ ...body, sourceIp }, now),
);
