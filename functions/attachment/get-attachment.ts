import * as z from "zod";
import { reaches } from "#lib/access/principal";
import * as attachments from "#lib/data/records/attachments";
import { endpoint, redirect } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { FileToken, NamedFile } from "#lib/schemas/records/attachment";

export const handler = endpoint(
  {
    method: "GET",
    path: "/attachments/{token}",
    summary: "Read a file",
    description:
      "Redirects to a URL that works for one hour. Open to callers with a role on a base in which a record or comment uses the file, or used it. Before the first use, only the user who uploaded it can read it.",
    scope: "record|read",
    params: z.object({ token: FileToken }),
    query: NamedFile,
    response: redirect,
    prefetch: ({ params }) => attachments.find(params.token),
  },
  async ({ params, query, prefetched: file, principal, now }) => {
    const reader = {
      userId: principal.userId,
      reaches: (spaceId: SpaceId, baseId: BaseId) => reaches(principal, spaceId, baseId),
    };
    if (!file || !(await attachments.isOpenTo(reader, file, now))) throw notFound("attachment", params.token);
    return { location: attachments.addressOf(file, now, query.filename) };
  },
);
