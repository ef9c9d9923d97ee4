import { askForVerification } from "#lib/accounts/email-links";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/verification",
    group: "account",
    summary: "Request a verification mail with the page",
    whileStopped: true,
    response: page,
    failure: errorPage,
  },
  async ({ session: { user }, caller }) => {
    await askForVerification(user, caller);
    return { location: "/account?done=verification" };
  },
);
