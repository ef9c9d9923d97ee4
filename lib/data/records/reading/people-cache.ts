/* A cache of the people that records name, filled while records are read: for sorting and searching by names of people. */

import { peopleShown } from "#lib/engine/cells/present";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { People, Person } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { holdsPeople } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import { peopleById } from "../people.ts";

export interface PeopleCache extends People {
  /** Looks up the people that the records name, and `others`, if they are not in the cache yet. Gives no promise if nothing must be read. */
  load(records: readonly StoredRecord[], others?: Iterable<string>): void | Promise<void>;
}

/** An empty cache for the people in these fields. */
export function createPeopleCache(fields: readonly Field[]): PeopleCache {
  const peopleFields = withInputs(fields).filter(holdsPeople);
  const known = new Map<string, Person | undefined>();
  const lookUp = async (ids: string[]) => {
    const people = await peopleById(ids);
    for (const id of ids) known.set(id, people.byId(id));
  };
  return {
    byId: (id) => known.get(id),
    byText: () => undefined,
    load(records, others = []) {
      const named = [...(peopleFields.length > 0 ? peopleShown(records, peopleFields) : []), ...others];
      const unknown = named.filter((id) => !known.has(id));
      return unknown.length > 0 ? lookUp(unknown) : undefined;
    },
  };
}
