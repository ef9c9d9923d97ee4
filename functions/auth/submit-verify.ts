import { verifyEmail } from "#lib/data/email-links";
import { endpoint, page } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/form-failure";
import { verifiedPage, verifyExpiredPage } from "#lib/pages/verify";
import { VerifyEmail } from "#lib/schemas/account";
import { AnyQuery } from "#lib/schemas/page-query";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/verify",
    summary: "Verify an e-mail address with the page",
    public: true,
    maySession: true,
    form: true,
    query: AnyQuery,
    body: VerifyEmail,
    response: page,
    failure: formFailure(verifyExpiredPage),
  },
  async ({ body: { link }, now }) => verifiedPage((await verifyEmail(link, now)).email),
);
