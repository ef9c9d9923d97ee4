/* Separate from job.ts, so that endpoints that start a job load less of zod. */
import * as z from "zod";
import { JobId } from "./ids.ts";

/** The response of an endpoint that leaves its longest part to a job. */
export const Started = z.object({ jobId: JobId });
