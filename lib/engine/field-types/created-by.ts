import { recordPerson } from "../computed.ts";

export const createdBy = recordPerson({
  type: "createdBy",
  name: "Created by",
  compute: (record) => record.createdBy,
});
