import * as z from "zod";
import * as attachments from "#lib/data/records/attachments";
import { created, endpoint } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/http/public-origin";
import { FileToken, UploadedFile } from "#lib/schemas/records/attachment";

const shown = (file: attachments.FileItem, now: string) =>
  attachments.show(file, `${publicOrigin()}/attachments/${file.token}`, now);

export const handler = endpoint(
  {
    method: "POST",
    path: "/attachments/notify/{token}",
    summary: "Confirm a file upload",
    description:
      "Only the user who announced the file may confirm it. Confirming again returns the same response.",
    scope: "record|create",
    params: z.object({ token: FileToken }),
    response: created(UploadedFile),
    idempotent: true,
    replay: async ([token], { caller }) =>
      shown(await attachments.getOwn(token as FileToken, caller), caller.now),
  },
  async ({ params, caller }) => shown(await attachments.complete(params.token, caller), caller.now),
);
