import { describeVisitor } from "#lib/accounts/visitor";
import { withLimits } from "#lib/data/identity/seen-limits";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { findProvider, noProvider } from "#lib/oidc/settings";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { safeNext } from "#lib/pages/parts/next";
import { problemPage, proveAccountPage } from "#lib/pages/sign-in/provider";
import { codePage } from "#lib/pages/sign-in/second-factor";
import { ProviderQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/provider",
    group: "auth",
    summary: "Sign in with the provider",
    description:
      "For a browser. Without `state`, it redirects to the OpenID Connect provider of this service; the provider sends the browser back with `state`. Then the person is signed in, and the browser goes on to `next`; or a page asks for the password of the account that is to be linked, or for the code of a second factor. 404 if this service has no provider.",
    optionalSession: true,
    query: ProviderQuery,
    response: page,
    failure: errorPage,
    around: withLimits,
  },
  async ({ query, session, now, signIn, readCookie, setCookie, ...call }) => {
    const provider = findProvider();
    // in the bundles a constant: without a provider, the code that calls one is left out
    if (provider && process.env["GRIDLESS_OIDC_ISSUER"]) {
      const { begin, finish, keepBrowser, readBrowser } = await import("#lib/oidc/flow");
      const { state } = query;
      const at = { browser: readBrowser(readCookie), session, visitor: describeVisitor(call) };
      if (state === undefined) {
        const next = query.next && safeNext(query.next);
        const { location, browser } = await begin(provider, { ...at, next, purpose: query.for }, now);
        keepBrowser(browser, setCookie);
        return { location };
      }
      const { code, error, iss } = query;
      const { next = "", ...done } = await finish(provider, { ...at, state, code, error, iss }, now);
      if ("problem" in done) return problemPage(done.problem, provider.name, next);
      if ("linked" in done) return { location: "/account?done=linked" };
      const shown = empty(next ? { next } : {});
      if ("waiting" in done) return codePage(shown, done.waiting);
      if ("prove" in done) {
        const { link, user, as } = done.prove;
        const hasPassword = user.passwordHash !== undefined;
        return proveAccountPage(shown, provider.name, { link, as, email: user.email, hasPassword });
      }
      signIn(done.cookie);
      return { location: safeNext(next) };
    }
    throw noProvider();
  },
);
