import { recordPerson } from "#lib/engine/field-types/shared/computed";

/** Empty before the first edit. */
export const lastModifiedBy = recordPerson({
  type: "lastModifiedBy",
  name: "Last modified by",
  compute: (record) => record.lastModifiedBy,
});
