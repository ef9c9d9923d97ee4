import * as entering from "#lib/data/shares/enter-share";
import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare, ShareEntry, SharePassword } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "POST",
    path: "/share/{shareId}/view/auth",
    summary: "Open a share with its password",
    description:
      "Sets the cookie `share_session`, which opens this share for 7 days, or until its password or link changes. The answer has its value too; it is empty if the share needs no password, and then no cookie is set. A wrong password is a 401. After a few wrong passwords, each further attempt must wait (429, Retry-After).",
    share: shares.findShare,
    whileStopped: true,
    params: InShare,
    body: SharePassword,
    response: ok(ShareEntry),
  },
  async ({ share, body: { password }, enter, sourceIp, now }) => {
    const cookie = await entering.enterShare(share, password, { sourceIp, now });
    if (cookie) enter(cookie, entering.entrySeconds);
    return { token: cookie ?? "" };
  },
);
