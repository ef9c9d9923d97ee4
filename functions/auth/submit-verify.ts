import { verifyEmail } from "#lib/accounts/email-links";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { verifiedPage, verifyExpiredPage, verifyPath } from "#lib/pages/sign-in/verify";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { VerifyEmail } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/verify",
    group: "auth",
    summary: "Verify an e-mail address with the page",
    description: "A user who is not signed in to the account is redirected to the page that says so.",
    whileStopped: true,
    optionalSession: true,
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
