import * as z from "zod";
import * as jobs from "#lib/data/jobs/jobs";
import { deletedPlaceEndpoint, redirect } from "#lib/http/endpoint";
import { JobId, TableId } from "#lib/schemas/basics/ids";

export const handler = deletedPlaceEndpoint(
  {
    method: "GET",
    path: "/table/{tableId}/job/{jobId}/refused-lines",
    summary: "Download the lines that an import refused",
    description:
      "Redirects to a CSV file that can be read for 10 minutes: the number of each line, why it was refused, and its cells under the names of the columns of the imported file. With `onBadCell: empty` it also has the lines that were imported without some of their cells. 404 if there are no such lines, and a week after the import; 409 until it has ended.",
    scope: "table|read",
    tokenScope: "record|read",
    params: z.object({ tableId: TableId, jobId: JobId }),
    response: redirect,
    prefetch: ({ params: { jobId, tableId } }) => jobs.find(jobId, { tableId }),
    placeOf: (job) => job,
  },
  async ({ prefetched: job, params, caller }) => {
    const { refusedFile } = await import("#lib/data/csv/refused-lines");
    return { location: await refusedFile(job, params.jobId, caller) };
  },
);
