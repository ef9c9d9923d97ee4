/* Two large tables of one base with links of each kind between them, and fields that show what the links lead to. */
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { addToNumber } from "#lib/store/store";
import { calmDown } from "#test/load/links/together";
import { runJobsOf } from "#test/support/events/jobs";
import { carry } from "#test/support/links/carried";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";
import type { Order, View } from "./compare-lists.ts";

export interface Field {
  id: string;
  name: string;
  type: string;
  options: Record<string, unknown>;
}

export type LinkedWorld = Awaited<ReturnType<typeof aLinkedWorld>>;
export type Side = LinkedWorld["films"];

export const choices = ["todo", "doing", "done", "never"].map((name, i) => ({
  ...{ name, id: `cho0000000${i}`, color: "blue" },
}));

/** Films with the link fields Cast (many), Lead (one), Seen (many, one-way), Best (one to one) to People, and what they look up. */
export async function aLinkedWorld() {
  const own = [
    { type: "singleLineText", name: "Name" },
    { type: "autoNumber", name: "Number" },
    { type: "number", name: "Size" },
    { type: "singleSelect", name: "Status", options: { choices } },
  ];
  const people = await aTable({ name: "People", fields: own, records: [] });
  const { owner: as } = people;
  const films = await aTable({ name: "Films", fields: own, records: [] }, as, people);
  const add = async ({ tableId }: { tableId: string }, body: object): Promise<Field> => {
    const answer = await call(createField, { as, params: { tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify([body, answer.body]));
    return answer.body;
  };
  const idIn = (made: typeof people, name: string): string =>
    made.table.fields.find((field: Field) => field.name === name).id;
  const [size, status] = [idIn(people, "Size"), idIn(people, "Status")];
  const link = (name: string, relationship: string, isOneWay = false) =>
    add(films, {
      ...{ type: "link", name },
      options: { relationship, isOneWay, foreignTableId: people.tableId },
    });
  const cast = await link("Cast", "manyMany");
  const lead = await link("Lead", "manyOne");
  await link("Seen", "manyMany", true);
  await link("Best", "oneOne");
  const looked = (of: Field, lookupFieldId: string, filter?: object) => ({
    lookupOptions: {
      foreignTableId: people.tableId,
      linkFieldId: of.id,
      lookupFieldId,
      ...(filter && { filter }),
    },
  });
  const large = {
    conjunction: "and",
    filterSet: [{ fieldId: size, operator: "isGreater", value: 3 }],
  };
  await add(films, { type: "number", name: "Sizes", isLookup: true, ...looked(cast, size) });
  await add(films, { type: "singleSelect", name: "State", isLookup: true, ...looked(lead, status) });
  await add(films, { type: "number", name: "Large", isLookup: true, ...looked(cast, size, large) });
  await add(films, {
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    ...looked(cast, size),
  });
  await add(films, {
    type: "formula",
    name: "Label",
    options: { expression: `{${cast.id}} & "-" & {${lead.id}}` },
  });
  await add(films, {
    type: "formula",
    name: "Mean",
    options: { expression: `SUM({${(await fieldOf("Sizes")).id}}) * 2` },
  });

  async function fieldOf(name: string): Promise<Field> {
    const { body } = await call(listFields, { as, params: { tableId: films.tableId } });
    return body.find((field: Field) => field.name === name);
  }

  const sideOf = (made: typeof people) => {
    const { tableId, baseId } = made;
    const params = { tableId };
    const fields = async (): Promise<Field[]> => (await call(listFields, { as, params })).body;
    const field = async (name: string): Promise<Field> => {
      const all = await fields();
      const found = all.find((each) => each.name === name);
      if (!found) throw new Error(`no field ${name} among ${all.map((each) => each.name)}`);
      return found;
    };
    const order = async (names: string[], direction = "asc"): Promise<Order[]> =>
      Promise.all(names.map(async (name) => ({ fieldId: (await field(name)).id, order: direction })));
    return {
      ...{ as, tableId, baseId, params, fields, field },
      /** Creates records by names of fields; gives their ids. */
      async make(records: object[]): Promise<string[]> {
        const body = { records: records.map((cells) => ({ fields: cells })) };
        const answer = await call(createRecords, { as, params, body });
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
        return answer.body.records.map(({ id }: { id: string }) => id);
      },
      async addView(
        name: string,
        { sort = [], group = [], filter }: { sort?: string[]; group?: string[]; filter?: object | null },
        direction = "asc",
      ): Promise<void> {
        const body = {
          ...{ name, type: "grid" },
          ...(sort.length > 0 && { sort: { sortObjs: await order(sort, direction) } }),
          ...(group.length > 0 && { group: await order(group, direction) }),
          ...(filter && { filter }),
        };
        const answer = await call(createView, { as, params, body });
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      },
      /** Its views as they are now, without the orders of fields that are gone. */
      async views(): Promise<(View & { name: string })[]> {
        const known = new Set((await fields()).map(({ id }) => id));
        const there = ({ fieldId }: Order) => known.has(fieldId);
        const { body } = await call(listViews, { as, params });
        return body.map(
          ({
            id,
            name,
            sort,
            group,
          }: {
            id: string;
            name: string;
            sort?: { sortObjs: Order[] };
            group?: Order[];
          }) => ({
            ...{ id, name },
            sort: (sort?.sortObjs ?? []).filter(there),
            group: (group ?? []).filter(there),
          }),
        );
      },
      indexes: async () => (await readSchema(tableId)).indexes,
      grow: () => addToNumber(counterKey(tableId), recordsWithoutIndex + 1),
    };
  };
  return { as, films: sideOf(films), people: sideOf(people) };
}

/** All that is left to do is done, links carry what is looked up, and the indexes that are wanted are made. GRIDLESS_SETTLE_SECONDS must be 0. */
export async function makeAll({ films, people }: Pick<LinkedWorld, "films" | "people">): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await calmDown();
    await tellNews();
    await carry(films, people);
  }
  for (const { tableId } of [films, people]) await tendIndexes(tableId, new Date().toISOString());
  await runJobsOf(films, people);
}
