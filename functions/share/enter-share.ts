import * as entering from "#lib/data/shares/enter-share";
import * as shares from "#lib/data/shares/shares";
import { done, endpoint } from "#lib/http/endpoint";
import { InShare, SharePassword } from "#lib/schemas/shares/share";

export const handler = endpoint(
  {
    method: "POST",
    path: "/share/{shareId}/view/auth",
    summary: "Open a share with its password",
    description:
      "Sets the cookie `share_session`, which opens this share for 7 days, or until it has another password or address. A wrong password is a 401; after a few of them every further attempt must wait (429, Retry-After).",
    public: true,
    share: shares.findShare,
    params: InShare,
    body: SharePassword,
    response: done,
  },
  async ({ share, body: { password }, enter, sourceIp, now }) => {
    const cookie = await entering.enterShare(share, password, { sourceIp, now });
    if (cookie) enter(cookie, entering.entrySeconds);
  },
);
