import * as z from "zod";
import * as jobs from "#lib/data/jobs/jobs";
import { endpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId, JobId } from "#lib/schemas/basics/ids";
import { Job } from "#lib/schemas/basics/job";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/job/{jobId}",
    summary: "Get a job of a base or of one of its tables",
    description:
      "How far it is, and why it failed. That of a deleted base is there for whoever has a role on its space, until a month after it is done.",
    scope: "base|read",
    params: z.object({ baseId: BaseId, jobId: JobId }),
    response: ok(Job),
    prefetch: ({ params: { jobId, baseId } }) => jobs.find(jobId, { baseId }),
    placeOf: (job) => job,
  },
  ({ prefetched: job, params }) => {
    if (!job) throw notFound("job", params.jobId);
    return jobs.show(job);
  },
);
