import { recordPerson } from "#lib/engine/field-types/shared/computed";

export const createdBy = recordPerson({
  type: "createdBy",
  name: "Created by",
  compute: (record) => record.createdBy,
});
