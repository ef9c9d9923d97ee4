import * as links from "#lib/data/links";
import { signUpMode } from "#lib/data/sign-up";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/error-page";
import { empty } from "#lib/pages/forms";
import { safeNext } from "#lib/pages/next";
import { byInvitationPage, signUpPage } from "#lib/pages/sign-up";
import { SignUpQuery } from "#lib/schemas/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/sign-up",
    summary: "Get the page for signing up",
    description: "HTML for a browser. Who is signed in already goes on to `next`.",
    public: true,
    maySession: true,
    query: SignUpQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query: { next, invite }, session, now }) => {
    if (session) return { location: safeNext(next) };
    const link = invite ? await links.find(invite, "invitation", now) : undefined;
    if (invite && !link) return byInvitationPage("expired", next ?? "");
    if (!link && signUpMode() === "invitation") return byInvitationPage("none", next ?? "");
    const invited = invite && link ? { email: link.email, inviteCode: invite } : undefined;
    return signUpPage(empty(next ? { next } : {}), invited);
  },
);
