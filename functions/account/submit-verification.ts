import { askForVerification } from "#lib/data/email-links";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/error-page";
import { AnyQuery } from "#lib/schemas/page-query";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/verification",
    summary: "Ask with the page for a link to verify one's e-mail address",
    session: true,
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  async ({ session: { user }, now }) => {
    await askForVerification(user, now);
    return { location: "/account?done=verification" };
  },
);
