import { askForVerification } from "#lib/data/accounts/email-links";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/verification",
    summary: "Ask with the page for a link to verify one's e-mail address",
    session: true,
    response: page,
    failure: errorPage,
  },
  async ({ session: { user }, caller }) => {
    await askForVerification(user, caller);
    return { location: "/account?done=verification" };
  },
);
