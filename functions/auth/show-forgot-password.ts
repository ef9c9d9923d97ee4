import { page, publicEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { forgotPasswordPage } from "#lib/pages/sign-in/forgot-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/forgot-password",
    group: "auth",
    summary: "Get the page that requests a reset mail",
    description: "HTML for a browser.",
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  () => forgotPasswordPage(),
);
