import * as shares from "#lib/data/shares/shares";
import { created, shareEndpoint } from "#lib/http/endpoint";
import { Upload } from "#lib/schemas/records/attachment";
import { NewFormFile } from "#lib/schemas/shares/form-submission";
import { InShare } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "POST",
    path: "/share/{shareId}/view/form-file",
    summary: "Announce a file for a shared form",
    description:
      "Send the bytes to `url` with `uploadMethod` and `requestHeaders`, within 15 minutes, then submit the form with `{ name, token }` in the field. Only this form takes the file, once; one that is not submitted is removed after a day. A form takes about 50 files at once, then one per 5 s; from one network one per 30 s.",
    optionalSession: true,
    programs: true,
    share: shares.openShare,
    params: InShare,
    body: NewFormFile,
    response: created(Upload),
  },
  async ({ share, body, session, sourceIp, now }) => {
    const { announceFormFile } = await import("#lib/data/shares/form-files");
    return announceFormFile(share, body, { userId: session?.user.id, sourceIp, now });
  },
);
