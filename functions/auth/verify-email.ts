import { verifyEmail } from "#lib/data/email-links";
import { done, endpoint } from "#lib/http/endpoint";
import { VerifyEmail } from "#lib/schemas/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/verify-email",
    summary: "Verify an e-mail address with a mailed link",
    description:
      "`link` is what stands in the mailed address behind `link=`: good once, for two days. Invitations that wait for the address are accepted by it.",
    public: true,
    body: VerifyEmail,
    response: done,
  },
  async ({ body, now }) => {
    await verifyEmail(body.link, now);
  },
);
