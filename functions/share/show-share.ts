import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { page, shareEndpoint } from "#lib/http/endpoint";
import { openInWindowPage, passwordTitle, sharePasswordPage } from "#lib/pages/share/share-password";
import { closedSharePage, pageFailure, sharedGridPage } from "#lib/pages/share/shared-grid";
import { InShare, SharePageQuery } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}",
    group: "share",
    summary: "Get the page of a share",
    description:
      "HTML for a browser: the records as a table, or the form. If the share has a password, the page asks for it first.",
    optionalSession: true,
    share: shares.findShare,
    params: InShare,
    query: SharePageQuery,
    response: page,
    failure: pageFailure,
  },
  async ({ share, query: { cursor, done }, session, now, sourceIp, isFramed }) => {
    const { view, isEntered, id } = share;
    const { frameOrigins = [] } = view.shareMeta ?? {};
    if (!isEntered)
      return isFramed ? openInWindowPage(id, passwordTitle, frameOrigins) : sharePasswordPage(id);
    const shared = showShare(share);
    if (view.viewType === "form") {
      if (!shares.takesRecords(share)) return closedSharePage(shared);
      if (isFramed && shares.mustSignIn(share, undefined))
        return openInWindowPage(id, view.name, frameOrigins);
      shares.refuseForm(share, session?.user.id);
      const { sharedFormPage, thankYouPage } = await import("#lib/pages/share/shared-form");
      if (done !== undefined) return thankYouPage(shared);
      const { readOffers } = await import("#lib/data/shares/form-offers");
      return sharedFormPage(shared, await readOffers(share, sourceIp, now));
    }
    if (!view.shareMeta?.includeRecords) return closedSharePage(shared);
    const { readSharedPage } = await import("#lib/data/shares/share-page");
    await (await import("#lib/data/shares/shared-records")).limitReads(share, sourceIp);
    return sharedGridPage(shared, await readSharedPage(share, cursor, now), cursor === undefined);
  },
);
