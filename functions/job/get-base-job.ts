import * as z from "zod";
import * as jobs from "#lib/data/jobs/jobs";
import { deletedPlaceEndpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId, JobId } from "#lib/schemas/basics/ids";
import { Job } from "#lib/schemas/basics/job";

export const handler = deletedPlaceEndpoint(
  {
    method: "GET",
    path: "/base/{baseId}/job/{jobId}",
    summary: "Get a job of a base",
    description:
      "Returns its progress, and the reason if it failed. Also for a job of a table in the base. The job of a deleted base stays readable with a role on its space, until a month after the job has ended.",
    scope: "base|read",
    params: z.object({ baseId: BaseId, jobId: JobId }),
    response: ok(Job),
    prefetch: ({ params: { jobId, baseId } }) => jobs.find(jobId, { baseId }),
    placeOf: (job) => job,
  },
  ({ prefetched: job, params }) => {
    if (!job) throw notFound("job", params.jobId);
    return Job.parse(job);
  },
);
