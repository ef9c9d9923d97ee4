/* Three tables of two bases with links of all kinds, and random lookups, rollups and formulas over each other. */
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { relationships } from "#lib/engine/field-types/shared/links";
import { aBase, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { rollups, type Spec } from "./computed-model.ts";

export type Dice = (below: number) => number;

/** The same numbers for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
export const pick = <Each>(dice: Dice, all: readonly Each[]) => all[dice(all.length)] as Each;

const written: ({ type: string; name: string; options?: object } & Pick<Spec, "kind">)[] = [
  { type: "singleLineText", name: "Name", kind: "text" },
  { type: "number", name: "N", kind: "number" },
  { type: "date", name: "Day", kind: "other" },
  {
    ...{ type: "singleSelect", name: "Pick", kind: "other" },
    options: { choices: [{ name: "red" }, { name: "blue" }] },
  },
];

export type ComputedWorld = Awaited<ReturnType<typeof aComputedWorld>>;

export async function aComputedWorld(dice: Dice) {
  const fields: object[] = written.map(({ kind: _, ...field }) => field);
  const first = await aTable({ name: "A", fields });
  const { owner: as } = first;
  const tables = [first, await aTable({ name: "B", fields }, as, first)];
  tables.push(await aTable({ name: "C", fields }, as, await aBase(as)));
  const tableIds = tables.map(({ tableId }) => tableId);
  const plain = tables.flatMap(({ table }, at) =>
    written.map(
      ({ type, kind }, i): Spec => ({ id: table.fields[i].id, table: at, kind, isList: false, type }),
    ),
  );
  const create = async (at: number, body: object) => {
    const answer = await call(createField, { as, params: { tableId: tableIds[at] as string }, body });
    if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify([body, answer.body])}`);
    return answer.body as { id: string };
  };
  for (let i = 0; i < 6; i++) {
    const options = {
      ...{ relationship: pick(dice, relationships), isOneWay: dice(2) === 0 },
      foreignTableId: tableIds[i < 3 ? (i + 1) % 3 : dice(3)],
    };
    await create(i % 3, { type: "link", name: `L${i}`, options });
  }
  const links: { spec: Spec; to: number }[] = [];
  for (const [at, tableId] of tableIds.entries()) {
    const { body } = await call(listFields, { as, params: { tableId } });
    for (const { id, type, options } of body)
      if (type === "link")
        links.push({
          spec: { id, table: at, kind: "other", isList: options.relationship.endsWith("Many"), type },
          to: tableIds.indexOf(options.foreignTableId),
        });
  }
  const made: Spec[] = [];
  for (let i = 0; i < 24; i++) {
    const { by, ...body } = aComputed(dice, { all: [...plain, ...made], links, tableIds });
    const { id } = await create(by.table, { ...body, name: `C${i}` });
    made.push({ ...by, id });
  }
  return { as, tables, tableIds, plain, links, made };
}

interface Known {
  all: Spec[];
  links: { spec: Spec; to: number }[];
  tableIds: string[];
}

/** The body of a request for a computed field, and what it must be. */
function aComputed(dice: Dice, known: Known): { by: Omit<Spec, "id"> } & Record<string, unknown> {
  const calculable = known.all.filter(({ kind, isList, made }) =>
    kind === "number" ? true : kind === "text" && !isList && made,
  );
  if (dice(4) === 0 && calculable.length > 0) {
    const of = pick(dice, calculable);
    const expression = of.isList
      ? `SUM({${of.id}})`
      : of.kind === "text"
        ? `{${of.id}} & "!"`
        : `{${of.id}} * 2 + 1`;
    const kind = of.kind === "text" ? ("text" as const) : ("number" as const);
    const by = { table: of.table, kind, isList: false, type: "formula" };
    return {
      by: { ...by, made: { by: "formula", expression, of } },
      type: "formula",
      options: { expression },
    };
  }
  const { spec: link, to } = pick(dice, known.links);
  const there = known.all.filter(({ table }) => table === to);
  const numbers = there.filter(({ kind, isList }) => kind === "number" && !isList);
  const above = dice(4) === 0 ? { field: pick(dice, numbers), than: dice(6) } : undefined;
  const isRollup = dice(2) === 0;
  // the latest fields more often: so chains are long
  const source = pick(dice, dice(2) === 0 ? there.slice(-4) : there);
  const lookupOptions = {
    ...{ foreignTableId: known.tableIds[to], linkFieldId: link.id, lookupFieldId: source.id },
    ...(above && {
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: above.field.id, operator: "isGreater", value: above.than }],
      },
    }),
  };
  const looked = { link, source, ...(above && { above }) };
  if (!isRollup) {
    const by = {
      table: link.table,
      kind: source.kind,
      isList: link.isList || source.isList,
      type: source.type,
    };
    return {
      by: { ...by, made: { by: "lookup", ...looked } },
      type: source.type,
      isLookup: true,
      lookupOptions,
    };
  }
  const names = Object.keys(rollups).filter((name) => source.kind === "number" || name.startsWith("count"));
  const expression = pick(dice, names);
  const by = { table: link.table, kind: "number" as const, isList: false, type: "rollup" };
  return {
    by: { ...by, made: { by: "rollup", expression, ...looked } },
    ...{ type: "rollup", options: { expression }, lookupOptions },
  };
}
