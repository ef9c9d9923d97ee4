import * as z from "zod";
import { reaches } from "#lib/access/principal";
import * as attachments from "#lib/data/records/attachments";
import { endpoint, redirect } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { FileToken } from "#lib/schemas/records/attachment";

export const handler = endpoint(
  {
    method: "GET",
    path: "/attachments/{token}",
    summary: "Read a file",
    description: `Leads to an address where the file is for an hour. Open to who has a role on a base of which a record or comment names it, or
named it; before that, to who uploaded it.`,
    scope: "record|read",
    params: z.object({ token: FileToken }),
    response: redirect,
    prefetch: ({ params }) => attachments.find(params.token),
  },
  async ({ params, prefetched: file, principal, now }) => {
    const reached = file?.uses.filter(({ spaceId, baseId }) => reaches(principal, spaceId, baseId));
    if (!file || !(await attachments.isOpenTo(principal.userId, file, reached ?? [], now)))
      throw notFound("attachment", params.token);
    return { location: attachments.addressOf(file, now) };
  },
);
