/* Apart from job.ts: who starts a job loads no more of zod for it. */
import * as z from "zod";
import { JobId } from "./ids.ts";

/** What a call answers that leaves its longest part to a job. */
export const Started = z.object({ jobId: JobId });
