/* People who become known as records are read that name them: for sorting and searching by their names. */

import { peopleShown, type StoredRecord } from "#lib/engine/cells/present";
import type { People, Person } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { holdsPeople } from "#lib/engine/fields/field";
import { peopleById } from "./people.ts";

export interface PeopleCache extends People {
  /** Looks up whom these fields of the records name and who is not known yet; at once where that is nobody. */
  meet(records: StoredRecord[]): void | Promise<void>;
}

export function createPeopleCache(fields: Field[]): PeopleCache {
  const naming = fields.filter(holdsPeople);
  const known = new Map<string, Person | undefined>();
  const learn = async (ids: string[]) => {
    const people = await peopleById(ids);
    for (const id of ids) known.set(id, people.byId(id));
  };
  return {
    byId: (id) => known.get(id),
    byText: () => undefined,
    meet(records) {
      const named = naming.length > 0 ? peopleShown(records, naming) : [];
      const strangers = named.filter((id) => !known.has(id));
      return strangers.length > 0 ? learn(strangers) : undefined;
    },
  };
}
