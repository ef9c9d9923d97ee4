import * as entering from "#lib/data/shares/enter-share";
import * as shares from "#lib/data/shares/shares";
import { page, shareEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { sharePasswordPage } from "#lib/pages/share/share-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { InShare, SharePassword } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "POST",
    path: "/share/{shareId}/password",
    group: "share",
    summary: "Open a share with the password page",
    whileStopped: true,
    optionalSession: true,
    share: shares.findShare,
    form: true,
    params: InShare,
    query: AnyQuery,
    body: SharePassword,
    response: page,
    failure: formFailure((shown, { call }) => sharePasswordPage(call.names["shareId"] ?? "", shown)),
  },
  async ({ share, body: { password }, enter, sourceIp, now }) => {
    const cookie = await entering.enterShare(share, password, { sourceIp, now });
    if (cookie) enter(cookie, entering.entrySeconds);
    return { location: `/share/${share.id}` };
  },
);
