/*
 * People who have left the base stay in cells that name them. So a request may send such a cell back: it may name people whom this cell of
 * the record names already. In other cells they are refused, like everyone who is no member.
 */

import { peopleById } from "#lib/data/records/people";
import type { RecordItem } from "#lib/data/records/records";
import { type Draft, type DraftContext, draftRecords, type RecordInput } from "#lib/engine/cells/new-records";
import { readStored } from "#lib/engine/cells/stored-cells";
import type { CellContext, People, Person } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsPeople, peopleIn } from "#lib/engine/fields/field";
import type { UserId } from "#lib/schemas/basics/ids";

interface Existing {
  inputs: RecordInput[];
  /** For each input the record that it changes, if there is one. */
  found: (RecordItem | undefined)[];
}

/** Reads drafts that name refused people again. One round trip, if a record names people in these fields. */
export async function keepFormerPeople(
  drafts: Draft[],
  how: DraftContext,
  { inputs, found }: Existing,
): Promise<Draft[]> {
  const named = drafts.map(({ refused }, i) => {
    const record = found[i];
    const held = [...refused].filter(holdsPeople).map((field) => {
      return [field, record ? peopleIn(field, readStored(field)(record)) : []] as const;
    });
    return new Map(held.filter(([, ids]) => ids.length > 0));
  });
  const all = new Set(named.flatMap((held) => [...held.values()].flat()));
  if (all.size === 0) return drafts;
  const people = await peopleById([...all]);
  return drafts.map((draft, i) => {
    const [held, input] = [named[i], inputs[i]];
    if (!held || held.size === 0 || !input) return draft;
    const contextOf = (field: Field) => withPeople(how.context, held.get(field) ?? [], people);
    const [again = draft] = draftRecords([input], { ...how, contextOf });
    return again;
  });
}

/** The context in which these people are found, too. A person whose account was deleted is found by the id, which is shown as the name. */
function withPeople(context: CellContext, ids: string[], all: People): CellContext {
  if (ids.length === 0) return context;
  const former = ids.map((id): Person => all.byId(id) ?? { id: id as UserId, name: id });
  const has = (text: string) =>
    former.find(({ name, email }) => name === text || email?.toLowerCase() === text.toLowerCase());
  const { people } = context;
  return {
    ...context,
    people: {
      byId: (id) => people.byId(id) ?? former.find((each) => each.id === id),
      byText: (text) => people.byText(text) ?? has(text),
    },
  };
}
