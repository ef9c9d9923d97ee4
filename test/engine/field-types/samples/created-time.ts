import type { Samples } from "./shared/samples.ts";
import { ofRecordTime } from "./shared/times.ts";

export const samples: Samples = ofRecordTime("createdTime", "Created Time", "CREATED_TIME()");
