import { recordTime } from "../computed.ts";

export const createdTime = recordTime({
  type: "createdTime",
  name: "Created Time",
  expression: "CREATED_TIME()",
  compute: (record) => record.createdTime,
});
