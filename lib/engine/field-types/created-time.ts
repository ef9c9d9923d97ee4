import { recordTime } from "#lib/engine/field-types/shared/computed";

export const createdTime = recordTime({
  type: "createdTime",
  name: "Created Time",
  expression: "CREATED_TIME()",
  compute: (record) => record.createdTime,
});
