import * as attachments from "#lib/data/records/attachments";
import { created, endpoint } from "#lib/http/endpoint";
import { type FileToken, NewUpload, Upload } from "#lib/schemas/records/attachment";

export const handler = endpoint(
  {
    method: "POST",
    path: "/attachments/signature",
    summary: "Announce a file, and hear where its bytes go",
    description: `Attachments take three steps: announce the file here; send its bytes to \`url\` with \`uploadMethod\` and
\`requestHeaders\`, within 15 minutes and without a token; say so (\`POST /attachments/notify/{token}\`). Then it can be
put into records as \`{ name, token }\`. One that is in no record after a day is removed.`,
    scope: "record|create",
    body: NewUpload,
    response: created(Upload),
    idempotent: true,
    replay: async ([token], { caller }) => attachments.replayAnnouncement(token as FileToken, caller),
  },
  ({ body, caller }) => attachments.announceFile(body, caller),
);
