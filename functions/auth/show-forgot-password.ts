import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { forgotPasswordPage } from "#lib/pages/sign-in/forgot-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/forgot-password",
    summary: "Get the page for asking for a link to choose a new password",
    description: "HTML for a browser.",
    public: true,
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  () => forgotPasswordPage(),
);
