import { recordTime } from "../computed.ts";

/** Empty before the first edit. */
export const lastModifiedTime = recordTime({
  type: "lastModifiedTime",
  name: "Last Modified Time",
  expression: "LAST_MODIFIED_TIME()",
  compute: (record) => record.lastModifiedTime,
});
