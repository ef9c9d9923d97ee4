import { askForReset } from "#lib/data/accounts/email-links";
import { endpoint, page } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { forgotPasswordPage, lookIntoMailPage } from "#lib/pages/sign-in/forgot-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { EmailOnly } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/forgot-password",
    summary: "Ask with the page for a link to choose a new password",
    description: "Answers the same whether there is an account or not.",
    public: true,
    maySession: true,
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
