/*
 * The people whom visitors of a share may see: people in a visible field of the records that the view shows; in a form, people whom
 * visitors may choose.
 */

import { visitMatching } from "#lib/data/query/aggregate";
import { planQuery } from "#lib/data/query/query-plan";
import { namedMembers, peopleById } from "#lib/data/records/people";
import { makeCellReader } from "#lib/engine/cells/cell-reader";
import type { Person } from "#lib/engine/field-types/shared/field-type";
import { holdsPeople, peopleIn } from "#lib/engine/fields/field";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import { askedFor } from "#lib/engine/views/shared-view";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId, UserId } from "#lib/schemas/basics/ids";
import type { SharedPeople, SharedPeopleQuery } from "#lib/schemas/shares/shared-people";
import { through } from "./shared-records.ts";
import {
  openField,
  refuseRecords,
  refuseUnsigned,
  type Share,
  takesRecords,
  type Visitor,
  visitorCaller,
} from "./shares.ts";

/**
 * The people in the cells of a field, each once, by name. In a form: all members of the base, if it asks for people. Else throws 403 if
 * the share shows no records or not this field, 400 for a field without people; of a form 401 as `refuseUnsigned`.
 */
export async function listSharedPeople(
  share: Share,
  query: SharedPeopleQuery,
  { userId, now }: Visitor,
): Promise<SharedPeople> {
  if (share.view.viewType === "form") {
    refuseUnsigned(share, userId);
    return partOf(await readFormPeople(share, query.fieldId), query);
  }
  refuseRecords(share);
  const { fieldId, type } = query;
  if (!fieldId) throw invalid([{ path: "fieldId", message: "is missing; name a field with people" }]);
  const field = openField(share, fieldId);
  if (!holdsPeople(field)) throw invalid([{ path: "fieldId", message: "must be a field with people" }]);
  if (type === "department") return [];
  const plan = planQuery(share.schema, through(share, { fieldKeyType: "id" }), visitorCaller(now), {
    visited: [field],
  });
  const cellOf = makeCellReader(field, plan.context);
  const ids = new Set<string>();
  await visitMatching(plan, (record) => {
    for (const id of peopleIn(field, cellOf(record) ?? null)) ids.add(id);
  });
  const people = await peopleById([...ids]);
  return partOf(
    [...ids].flatMap((id) => people.byId(id) ?? []),
    query,
  );
}

/**
 * The people whom visitors may choose in this field of the form, or in any of its fields with people; an empty list if the form has no such
 * field.
 */
async function readFormPeople(share: Share, fieldId: FieldId | undefined): Promise<readonly Person[]> {
  const { view, schema } = share;
  const asked = askedFor(view, schema.open).filter(({ id }) => fieldId === undefined || id === fieldId);
  const asksPeople = asked.some(holdsPeople);
  return takesRecords(share) && asksPeople ? (await namedMembers(schema.table)).all : [];
}

const partOf = (
  people: readonly Person[],
  { search = "", skip, take, type }: SharedPeopleQuery,
): SharedPeople =>
  (type === "department" ? [] : [...people])
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .sort(byName)
    .slice(skip, skip + take)
    .map(({ id, name, avatar }) => ({
      userId: id as UserId,
      userName: name,
      email: "",
      avatar: avatar ?? null,
    }));

interface Named {
  id: string;
  name: string;
}

const byName = (a: Named, b: Named) => compareTexts(a.name, b.name) || (a.id < b.id ? -1 : 1);
