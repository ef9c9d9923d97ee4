import { expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { holdsMany, type Relationship, relationships, reverse } from "#lib/engine/field-types/shared/links";
import { runJobsOf } from "#test/support/events/jobs";
import { allLinks, findDisagreements } from "#test/support/links/check-links";
import { disagreements, fieldsOf, linkTo, type MadeTable, twoTables } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the job runs here");

interface State {
  relationship: Relationship;
  isOneWay: boolean;
}
const states: State[] = relationships.flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);
const cases = states.flatMap((from) =>
  states.filter((to) => to !== from).map((to) => [nameOf(from), nameOf(to), from, to] as const),
);
function nameOf({ relationship, isOneWay }: State) {
  return `${relationship}${isOneWay ? " one-way" : ""}`;
}

/** Which people each film links to, as names; people that only one film may have are in one film. */
function linksIn({ relationship }: State): string[][] {
  const isMany = holdsMany(relationship);
  if (holdsMany(reverse(relationship)))
    return isMany ? [["a", "b"], ["b", "c", "a"], ["c"], []] : [["a"], ["a"], ["b"], []];
  return isMany ? [["b", "a"], ["c"], [], ["d"]] : [["b"], ["a"], [], ["d"]];
}

/** What is left of them. */
function fitting(links: string[][], { relationship }: State): string[][] {
  const taken = new Set<string>();
  return links.map((names) => {
    const free = holdsMany(reverse(relationship)) ? names : names.filter((name) => !taken.has(name));
    const kept = holdsMany(relationship) ? free : free.slice(0, 1);
    for (const name of kept) taken.add(name);
    return kept;
  });
}

const make = async ({ owner: as, tableId }: MadeTable, records: object[]) => {
  const body = { records: records.map((fields) => ({ fields })) };
  const answer = await call(createRecords, { as, params: { tableId }, body });
  expect(answer.status).toBe(201);
  return answer.body.records as { id: string }[];
};

/** The titles in the cells of a field, by the name of the record. */
async function titles({ owner: as, tableId }: MadeTable, field: string): Promise<Record<string, string[]>> {
  const { body } = await call(listRecords, { as, params: { tableId } });
  return Object.fromEntries(
    body.records.map(({ name, fields }: { name: string; fields: Record<string, unknown> }) => [
      name,
      [fields[field] ?? []].flat().map((each) => (each as { title: string }).title),
    ]),
  );
}

const change = ({ owner: as, tableId }: MadeTable, fieldId: string, options: object) =>
  call(updateField, { as, params: { tableId, fieldId }, body: { options } });
const get = async ({ owner: as, tableId }: MadeTable, fieldId: string) =>
  (await call(getField, { as, params: { tableId, fieldId } })).body;

test.each(cases)("%s → %s: what fits is kept, on both sides", async (_from, _to, from, to) => {
  const { films, people } = await twoTables({ records: [] });
  const field = await linkTo(films, people, from);
  const made = await make(
    people,
    ["a", "b", "c", "d"].map((Name) => ({ Name })),
  );
  const ids = Object.fromEntries(["a", "b", "c", "d"].map((name, i) => [name, made[i]?.id]));
  const links = linksIn(from);
  const cellOf = (names: string[]) => {
    const cell = names.map((name) => ({ id: ids[name] }));
    return holdsMany(from.relationship) ? cell : (cell[0] ?? null);
  };
  await make(
    films,
    links.map((names, i) => ({ Name: `f${i}`, [field.name]: cellOf(names) })),
  );

  expect((await change(films, field.id, to)).status).toBe(200);
  expect(await get(films, field.id)).toMatchObject({ isPending: true, options: to });
  await runJobsOf(films, people);

  const after = await get(films, field.id);
  expect(after).not.toHaveProperty("isPending");
  expect(after.options).toMatchObject(to);
  expect(after.options).not.toHaveProperty("storage");
  const kept = fitting(links, to);
  expect(await titles(films, field.name)).toEqual(
    Object.fromEntries(kept.map((names, i) => [`f${i}`, names])),
  );
  const tables = [films.tableId, people.tableId] as const;
  expect(await findDisagreements([...tables])).toEqual([]);
  expect(await disagreements(...tables)).toEqual([]);
  expect(await allLinks([films.tableId])).toHaveLength(kept.flat().length);
  const symmetric = (await fieldsOf(people)).find(({ type }) => type === "link");
  expect(symmetric?.options).toEqual(
    to.isOneWay
      ? undefined
      : expect.objectContaining({ relationship: reverse(to.relationship), symmetricFieldId: field.id }),
  );
  if (symmetric) {
    const there = await titles(people, symmetric.name);
    for (const [name, shown] of Object.entries(there))
      expect([...shown].sort()).toEqual(kept.flatMap((names, i) => (names.includes(name) ? [`f${i}`] : [])));
  }
});
