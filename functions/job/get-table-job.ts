import * as z from "zod";
import * as jobs from "#lib/data/jobs/jobs";
import { deletedPlaceEndpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { JobId, TableId } from "#lib/schemas/basics/ids";
import { Job } from "#lib/schemas/basics/job";

export const handler = deletedPlaceEndpoint(
  {
    method: "GET",
    path: "/table/{tableId}/job/{jobId}",
    summary: "Get a job of a table",
    description:
      "Returns its progress, and the reason if it failed. The job of a deleted table stays readable with a role on its base, until a month after the job has ended.",
    scope: "table|read",
    params: z.object({ tableId: TableId, jobId: JobId }),
    response: ok(Job),
    prefetch: ({ params: { jobId, tableId } }) => jobs.find(jobId, { tableId }),
    placeOf: (job) => job,
  },
  ({ prefetched: job, params }) => {
    if (!job) throw notFound("job", params.jobId);
    return Job.parse(job);
  },
);
