import * as z from "zod";
import * as attachments from "#lib/data/records/attachments";
import { endpoint, redirectUpload } from "#lib/http/endpoint";
import { FileToken } from "#lib/schemas/records/attachment";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/attachments/upload/{token}",
    summary: "Upload the bytes of an announced file",
    description:
      "For clients that send bytes to this service and not to `url`. 307 to the signed URL of the upload, to which the same request must be sent again, with the announced headers; on one machine the bytes are taken at once (201). Only the user who announced the file may upload it, and only before it is confirmed.",
    scope: "record|create",
    params: z.object({ token: FileToken }),
    response: redirectUpload,
  },
  async ({ params, caller }) => ({ location: await attachments.addressToUpload(params.token, caller) }),
);
