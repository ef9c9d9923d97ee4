import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { endpoint, page } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { sharePasswordPage } from "#lib/pages/share/share-password";
import { sharedFormPage } from "#lib/pages/share/shared-form";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { InShare, TypedForm } from "#lib/schemas/shares/share";

export const handler = endpoint(
  {
    method: "POST",
    path: "/share/{shareId}/form",
    summary: "Make a record with the page of a shared form",
    public: true,
    maySession: true,
    share: shares.findShare,
    form: true,
    params: InShare,
    query: AnyQuery,
    body: TypedForm,
    response: page,
    failure: formFailure((shown, { call }) => {
      // a body that is no form is refused before the handler below asks who may see the form
      const share = call.share as shares.Share;
      if (!share.isEntered) return sharePasswordPage(share.id);
      shares.refuseForm(share, call.session?.user.id);
      return sharedFormPage(showShare(share), shown);
    }),
  },
  async ({ share, body, session, sourceIp, now }) => {
    // by then the password may be another, or he is signed in no more: the page asks for what is missing
    if (!share.isEntered || shares.mustSignIn(share, session?.user.id))
      return { location: `/share/${share.id}` };
    // the page is shown again without it
    const { submitTyped } = await import("#lib/data/shares/submit-form");
    await submitTyped(share, body, { userId: session?.user.id, sourceIp, now });
    return { location: `/share/${share.id}?done` };
  },
);
