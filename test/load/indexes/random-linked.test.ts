/*
 * Whatever is done to two tables with links between them, their records and fields: lists, groups and counts from indexes in the order of links,
 * lookups, rollups and formulas are those of a scan. Nothing runs at the same time here; `linked-model.test.ts` is for that.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs, GRIDLESS_SEED the seed of the first one.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as groupView } from "#functions/view/group-view";
import { handler as sortView } from "#functions/view/sort-view";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { foldNotes } from "#lib/data/indexes/counts/fold-counts";
import { relationships } from "#lib/engine/field-types/shared/links";
import { bringBack, recordItems, trashedIn } from "#test/functions/trash/support";
import { diceOf, pick } from "#test/load/links/computed-world";
import { calmDown } from "#test/load/links/together";
import { process } from "#test/support/events/processes";
import { compareLists, countIndexReads } from "#test/support/indexes/compare-lists";
import { aLinkedWorld, type Field, makeAll, type Side } from "#test/support/indexes/linked-world";
import { call } from "#test/support/requests/call";
import { seedOfRun } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const firstSeed = seedOfRun();
const actsPerRun = 40;

const texts = ["a", "A", "ä", "b 1", "b 2", "中", "same", "same", "x".repeat(300)];

async function aRandomWorld(seed: number) {
  const dice = diceOf(seed);
  const { films, people, as } = await aLinkedWorld();
  const sides = [films, people];
  const headers = { "x-window-id": "winOne" };
  const some = <Of>(list: readonly Of[], one: number): Of[] => list.filter(() => dice(one) === 0);
  const shuffled = <Of>(list: readonly Of[]): Of[] =>
    list
      .map((each) => ({ each, at: dice(1e9) }))
      .sort((a, b) => a.at - b.at)
      .map(({ each }) => each);
  const told: string[] = [];

  const idsOf = async ({ params }: Side): Promise<string[]> => {
    const { body } = await call(listRecords, { as, params, query: { take: "1000" } });
    return body.records.map(({ id }: { id: string }) => id);
  };
  const otherOf = (side: Side): Side => (side === films ? people : films);
  const choicesOf = async (side: Side) =>
    (await side.field("Status")).options["choices"] as { id: string; name: string }[];

  /** Cells of a record by ids of fields, also links to records that may be taken. */
  async function cellsFor(side: Side, others: string[]): Promise<Record<string, unknown>> {
    const fields = await side.fields();
    const values = fields.flatMap((field): [string, unknown][] => {
      if (dice(2) === 0) return [];
      const isEmpty = dice(6) === 0;
      const value = isEmpty ? null : cellOf(field, others);
      return value === undefined ? [] : [[field.id, value]];
    });
    return Object.fromEntries(values);
  }
  function cellOf(
    { name, type, options, ...field }: Field & { isLookup?: boolean },
    others: string[],
  ): unknown {
    if (field.isLookup) return undefined;
    if (name === "Name") return pick(dice, texts);
    if (name === "Size") return dice(6);
    if (name === "Status") return pick(dice, options["choices"] as { name: string }[])?.name;
    if (type !== "link" || others.length === 0) return undefined;
    const linked = [...new Set(Array.from({ length: 1 + dice(3) }, () => pick(dice, others)))].map((id) => ({
      id,
    }));
    return String(options["relationship"]).endsWith("Many") ? linked : linked[0];
  }
  const write = { fieldKeyType: "id", typecast: true };

  async function aFilter(side: Side): Promise<object | null> {
    const fields = await side.fields();
    const items = fields.flatMap((field): object[] => {
      const { id: fieldId, name, type } = field;
      const both = [
        { fieldId, operator: "isEmpty", value: null },
        { fieldId, operator: "isNotEmpty", value: null },
      ];
      if (
        ["Sizes", "Large", "Sum", "Mean", "Size"].includes(name) &&
        (field as { cellValueType?: string }).cellValueType === "number"
      )
        return [...both, { fieldId, operator: "isGreater", value: dice(6) }];
      if (name === "State") return both;
      if (type === "link" || name === "Label")
        return [...both, { fieldId, operator: "contains", value: pick(dice, ["a", "b", "same"]) }];
      return [];
    });
    if (items.length === 0) return null;
    return {
      conjunction: pick(dice, ["and", "or"]),
      filterSet: Array.from({ length: 1 + dice(2) }, () => pick(dice, items)),
    };
  }

  /** Of fields that show other records, mostly. */
  async function someOrders(side: Side, most: number) {
    const fields = (await side.fields()).filter(({ name }) => name !== "Number");
    const shown = fields.filter((field) => !["Name", "Size", "Status"].includes(field.name));
    return shuffled(dice(4) ? shown : fields)
      .slice(0, 1 + dice(most))
      .map(({ id }) => ({ fieldId: id, order: pick(dice, ["asc", "desc"]) }));
  }

  async function changeView(side: Side): Promise<void> {
    const views = (await side.views()).slice(1);
    const view = pick(dice, views);
    const params = { ...side.params, viewId: view.id };
    const kind = dice(4);
    if (kind === 0)
      await call(filterView, { as, params, body: { filter: dice(3) ? await aFilter(side) : null } });
    else if (kind === 1)
      await call(groupView, { as, params, body: { group: dice(3) ? await someOrders(side, 2) : null } });
    else await call(sortView, { as, params, body: { sort: { sortObjs: await someOrders(side, 2) } } });
  }

  for (const side of sides)
    for (let i = 0; i < 5; i++) {
      await side.addView(`v${i}`, {});
      for (let k = 0; k < 3; k++) await changeView(side);
    }

  const inField = async (side: Side, name: string) => ({
    ...side.params,
    fieldId: (await side.field(name)).id,
  });
  const links = async (side: Side) => (await side.fields()).filter(({ type }) => type === "link");
  /** The answer is lost to what follows: a process dies at some request. */
  const dying = async (work: () => Promise<unknown>) => {
    const at = dice(25);
    await process((_, i) => (i === at ? "killed after" : undefined), work).catch(() => {});
  };

  const acts: Record<string, (side: Side) => Promise<unknown>> = {
    async create(side) {
      const others = await idsOf(otherOf(side));
      // one by one: a link that is taken refuses a call
      for (let i = 0; i < 1 + dice(6); i++) {
        const records = [{ fields: await cellsFor(side, others) }];
        await call(createRecords, { as, params: side.params, headers, body: { ...write, records } });
      }
    },
    async update(side) {
      const others = await idsOf(otherOf(side));
      const records = [];
      for (const id of some(await idsOf(side), 5)) records.push({ id, fields: await cellsFor(side, others) });
      for (const record of records)
        await call(updateRecords, {
          as,
          params: side.params,
          headers,
          body: { ...write, records: [record] },
        });
    },
    async rename(side) {
      const name = await side.field("Name");
      const records = some(await idsOf(side), 3).map((id) => ({
        id,
        fields: { [name.id]: pick(dice, texts) },
      }));
      if (records.length > 0)
        await call(updateRecords, { as, params: side.params, headers, body: { ...write, records } });
    },
    async remove(side) {
      const recordIds = some(await idsOf(side), 8);
      if (recordIds.length > 0)
        await call(deleteListedRecords, { as, params: side.params, headers, body: { recordIds } });
      await tellNews();
    },
    async restore(side) {
      await tellNews();
      const [first] = await recordItems({ as }, side.tableId);
      if (first) await bringBack(first.id, { as });
    },
    undo: ({ params }) => call(undoOperation, { as, params, headers }),
    async dies(side) {
      const act = acts[pick(dice, ["create", "update", "rename", "remove", "restore", "undo"])];
      await dying(async () => act?.(side));
    },
    view: changeView,
    async choices(side) {
      const known = await choicesOf(side);
      const choices = dice(2)
        ? shuffled(known)
        : known.map((each) => ({ ...each, name: `${each.name.slice(0, 4)}${dice(9)}` }));
      return call(updateField, { as, params: await inField(side, "Status"), body: { options: { choices } } });
    },
    async convert(side) {
      const { type } = await side.field("Size");
      const body = { type: type === "number" ? "singleLineText" : "number" };
      return call(convertField, { as, params: await inField(side, "Size"), body });
    },
    async filterOfLookup() {
      const field = (await films.fields()).find(({ name }) => name === "Large");
      if (!field) return;
      const { lookupOptions, type } = field as unknown as { lookupOptions: object; type: string };
      const size = await people.field("Size");
      const value =
        size.type === "number"
          ? { operator: pick(dice, ["isGreater", "isLess"]), value: dice(5) }
          : { operator: "contains", value: "1" };
      const body = {
        ...{ type, isLookup: true },
        lookupOptions: {
          ...lookupOptions,
          filter: { conjunction: "and", filterSet: [{ fieldId: size.id, ...value }] },
        },
      };
      return call(convertField, { as, params: { ...films.params, fieldId: field.id }, body });
    },
    async relationship(side) {
      const field = pick(dice, await links(side));
      if (!field) return;
      const options = {
        relationship: pick(dice, relationships),
        ...(side === films && { isOneWay: dice(3) === 0 }),
      };
      return call(updateField, { as, params: { ...side.params, fieldId: field.id }, body: { options } });
    },
    async title() {
      const field = pick(dice, await links(films));
      if (!field) return;
      const { id: lookupFieldId } = await people.field(pick(dice, ["Name", "Size", "Status"]));
      return call(updateField, {
        as,
        params: { ...films.params, fieldId: field.id },
        body: { options: { lookupFieldId } },
      });
    },
    async deleteField(side) {
      const field = pick(dice, [...(await links(side)), await side.field("Size")]);
      if (field.name === "Size" || dice(2)) return;
      return call(deleteField, { as, params: { ...side.params, fieldId: field.id } });
    },
    async restoreField(side) {
      const items = (await trashedIn({ as }, side.tableId)).filter(
        ({ resourceType }) => resourceType === "field",
      );
      for (const { id } of items) await bringBack(id, { as });
    },
    make: () => makeAll({ films, people }),
    follow: calmDown,
    async fold(side) {
      for (const { id, groups } of await side.indexes())
        if (groups !== undefined) await foldNotes(side.tableId, id);
    },
  };

  const check = async (between?: () => Promise<unknown>) => {
    for (const side of sides) {
      const further = await aFilter(side);
      const how = { aFilter: () => further, ...(between && { between }) };
      await compareLists({ as, tableId: side.tableId, fields: await side.fields() }, await side.views(), how);
    }
  };

  async function act(): Promise<void> {
    const many = ["create", "update", "update", "rename", "remove", "restore"];
    const name = pick(dice, dice(2) ? many : Object.keys(acts));
    const side = pick(dice, sides);
    told.push(`${name} ${side === films ? "films" : "people"}`);
    await acts[name]?.(side);
  }
  return { dice, films, people, sides, acts, act, check, told };
}

test(`${runs} runs: lists, groups and counts are those of a scan`, { timeout: runs * 240_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  let read = 0;
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const { dice, films, people, sides, acts, act, check, told } = await aRandomWorld(seed);
    const make = () => makeAll({ films, people });
    try {
      for (let i = 0; i < 5; i++) for (const side of sides) await acts["create"]?.(side);
      for (const side of sides) await side.grow();
      await check(make);
      for (let i = 0; i < actsPerRun; i++) {
        await act();
        if (dice(3) === 0) await check();
        if (dice(5) === 0) {
          await make();
          told.push("made");
          read += await countIndexReads(() => check());
        }
      }
      await make();
      await check();
      for (const { tableId } of sides)
        for (const report of await checkIndexes(tableId, async () => {}))
          expect({ ...report, counts: report.counts === "wrong" }).toMatchObject({ wrong: 0, counts: false });
    } catch (error) {
      throw new Error(`seed ${seed}, after ${told.join(", ")}`, { cause: error });
    }
  }
  expect(read).toBeGreaterThan(0);
  console.log(`${runs} runs: ${read} reads of indexes`);
});
