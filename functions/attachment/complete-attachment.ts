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
    summary: "Say that the bytes of a file are uploaded",
    description: "Only whoever announced it may; said twice it is answered the same.",
    scope: "record|create",
    params: z.object({ token: FileToken }),
    response: created(UploadedFile),
    idempotent: true,
    replay: async ([token], { caller }) =>
      shown(await attachments.getOwn(token as FileToken, caller), caller.now),
  },
  async ({ params, caller }) => shown(await attachments.complete(params.token, caller), caller.now),
);
