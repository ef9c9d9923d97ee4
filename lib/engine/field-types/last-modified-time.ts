import { recordTime } from "#lib/engine/field-types/shared/computed";

/** Empty before the first edit. */
export const lastModifiedTime = recordTime({
  type: "lastModifiedTime",
  name: "Last Modified Time",
  expression: "LAST_MODIFIED_TIME()",
  compute: (record) => record.lastModifiedTime,
});
