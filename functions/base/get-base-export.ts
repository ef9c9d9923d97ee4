import * as z from "zod";
import { exportAddress } from "#lib/data/backup/export-address";
import { endpoint, redirect } from "#lib/http/endpoint";
import { BaseId, JobId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/export/{jobId}",
    summary: "Download the export of a base",
    description:
      "Redirects to a URL that works for 10 minutes. Only for the user who began the export. 409 until the job is done, 404 when the file is removed, a day after the export began.",
    scope: "base|table_export",
    tokenScope: "record|read",
    params: z.object({ baseId: BaseId, jobId: JobId }),
    response: redirect,
  },
  async ({ base, params, caller }) => ({ location: await exportAddress(base, params.jobId, caller) }),
);
