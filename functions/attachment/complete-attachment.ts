import * as z from "zod";
import * as attachments from "#lib/data/records/attachments";
import { created, endpoint } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { FileToken, NamedFile, UploadedFile } from "#lib/schemas/records/attachment";

function shown(file: attachments.FileItem, now: string, filename?: string) {
  const named = filename === undefined ? "" : `?${new URLSearchParams({ filename })}`;
  return attachments.show(file, `${publicOrigin()}/attachments/${file.token}${named}`, now, filename);
}

export const handler = endpoint(
  {
    method: "POST",
    path: "/attachments/notify/{token}",
    summary: "Confirm a file upload",
    description:
      "Only the user who announced the file may confirm it. Confirming again returns the same response.",
    scope: "record|create",
    params: z.object({ token: FileToken }),
    query: NamedFile,
    response: created(UploadedFile),
    idempotent: true,
    replay: async ([token], { caller }) =>
      shown(await attachments.getOwn(token as FileToken, caller), caller.now),
  },
  async ({ params, query, caller }) =>
    shown(await attachments.complete(params.token, caller), caller.now, query.filename),
);
