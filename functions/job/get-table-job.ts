import * as z from "zod";
import * as jobs from "#lib/data/jobs/jobs";
import { endpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { JobId, TableId } from "#lib/schemas/basics/ids";
import { Job } from "#lib/schemas/basics/job";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/job/{jobId}",
    summary: "Get a job of a table",
    description:
      "How far it is, and why it failed. That of a deleted table is there for whoever has a role on its base, until a month after it is done.",
    scope: "table|read",
    params: z.object({ tableId: TableId, jobId: JobId }),
    response: ok(Job),
    prefetch: ({ params: { jobId, tableId } }) => jobs.find(jobId, { tableId }),
    placeOf: (job) => job,
  },
  ({ prefetched: job, params }) => {
    if (!job) throw notFound("job", params.jobId);
    return jobs.show(job);
  },
);
