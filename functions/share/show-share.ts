import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { endpoint, page } from "#lib/http/endpoint";
import { sharePasswordPage } from "#lib/pages/share/share-password";
import { sharedFormPage, thankYouPage } from "#lib/pages/share/shared-form";
import { closedSharePage, pageFailure, sharedGridPage } from "#lib/pages/share/shared-grid";
import { InShare, SharePageQuery } from "#lib/schemas/shares/share";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}",
    summary: "Get the page of a share",
    description:
      "HTML for a browser: its records as a table, or its form; first of all its password is asked for.",
    public: true,
    maySession: true,
    share: shares.findShare,
    params: InShare,
    query: SharePageQuery,
    response: page,
    failure: pageFailure,
  },
  async ({ share, query: { cursor, done }, session, now, sourceIp }) => {
    const { view, isEntered, id } = share;
    if (!isEntered) return sharePasswordPage(id);
    const shared = showShare(share);
    if (view.viewType === "form") {
      if (!shares.takesRecords(share)) return closedSharePage(shared);
      shares.refuseForm(share, session?.user.id);
      return done === undefined ? sharedFormPage(shared) : thankYouPage(shared);
    }
    if (!view.shareMeta?.includeRecords) return closedSharePage(shared);
    const { readSharedPage } = await import("#lib/data/shares/share-page");
    await (await import("#lib/data/shares/shared-records")).limitReads(share, sourceIp);
    return sharedGridPage(shared, await readSharedPage(share, cursor, now), cursor === undefined);
  },
);
