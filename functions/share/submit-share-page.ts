import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { page, shareEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { sharePasswordPage } from "#lib/pages/share/share-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { InShare, TypedForm } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "POST",
    path: "/share/{shareId}/form",
    group: "share",
    summary: "Submit a shared form with the page",
    optionalSession: true,
    share: shares.findShare,
    form: true,
    multipart: true,
    params: InShare,
    query: AnyQuery,
    body: TypedForm,
    response: page,
    failure: formFailure(async (shown, { call, requestContext }) => {
      // an invalid body is refused before the handler runs, so this checks who may see the form
      const share = call.share as shares.Share;
      if (!share.isEntered) return sharePasswordPage(share.id);
      shares.refuseForm(share, call.session?.user.id);
      const { readOffers } = await import("#lib/data/shares/form-offers");
      const { sharedFormPage } = await import("#lib/pages/share/shared-form");
      const offers = await readOffers(share, requestContext.http.sourceIp, call.now);
      return sharedFormPage(showShare(share), offers, shown);
    }),
  },
  async ({ share, body, session, sourceIp, now }) => {
    // the password may have changed or the session may have ended meanwhile: the page asks again
    if (!share.isEntered || shares.mustSignIn(share, session?.user.id))
      return { location: `/share/${share.id}` };
    // loaded here, because showing the page does not need it
    const { submitTyped } = await import("#lib/data/shares/submit-form");
    await submitTyped(share, body, { userId: session?.user.id, sourceIp, now });
    return { location: `/share/${share.id}?done` };
  },
);
