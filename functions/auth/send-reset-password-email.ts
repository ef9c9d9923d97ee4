import { askForReset } from "#lib/data/accounts/email-links";
import { done, endpoint } from "#lib/http/endpoint";
import { EmailOnly } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/send-reset-password-email",
    summary: "Have a link mailed that sets the password anew",
    description:
      "The answer does not tell whether there is such an account. A few mails an hour go to one address; more are left out without a word.",
    public: true,
    body: EmailOnly,
    response: done,
  },
  ({ body, sourceIp, now }) => askForReset({ ...body, sourceIp }, now),
);
