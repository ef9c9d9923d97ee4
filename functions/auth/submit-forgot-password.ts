import { askForReset } from "#lib/accounts/email-links";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { forgotPasswordPage, lookIntoMailPage } from "#lib/pages/sign-in/forgot-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { EmailOnly } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/forgot-password",
    group: "auth",
    summary: "Request a reset mail with the page",
    description: "The response is the same whether the account exists or not.",
    whileStopped: true,
    optionalSession: true,
    form: true,
    query: AnyQuery,
    body: EmailOnly,
    response: page,
    failure: formFailure(forgotPasswordPage),
  },
  async ({ body: { email }, sourceIp, now }) => {
    await askForReset({ email, sourceIp }, now);
    return lookIntoMailPage(email);
  },
);
