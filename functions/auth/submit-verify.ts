import { verifyEmail } from "#lib/data/accounts/email-links";
import { endpoint, page } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { verifiedPage, verifyExpiredPage, verifyPath } from "#lib/pages/sign-in/verify";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { VerifyEmail } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/verify",
    summary: "Verify an e-mail address with the page",
    description: "Whoever is not signed in to the account is led to the page that says so.",
    public: true,
    maySession: true,
    form: true,
    query: AnyQuery,
    body: VerifyEmail,
    response: page,
    failure: formFailure(verifyExpiredPage),
  },
  async ({ body: { link }, session, now }) => {
    const user = await verifyEmail(link, { userId: session?.user.id, now });
    return user ? verifiedPage(user.email) : { location: verifyPath(link) };
  },
);
