import type { Samples } from "./shared/samples.ts";
import { ofRecordTime } from "./shared/times.ts";

export const samples: Samples = ofRecordTime(
  "lastModifiedTime",
  "Last Modified Time",
  "LAST_MODIFIED_TIME()",
);
