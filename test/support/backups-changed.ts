/* Random changes of a base: further computed fields, views of each type, orders of rows, threads of comments, changed and deleted fields. */
import { handler as addReaction } from "#functions/comment/add-reaction";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
import { handler as orderRows } from "#functions/view/order-rows";
import type { randomOf } from "#test/support/backups-random";
import type { Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Random = ReturnType<typeof randomOf>;
interface Field {
  id: string;
  name: string;
  type: string;
}
interface Place {
  first: string;
  second: string;
  owner: Someone;
  friend: Someone;
  /** The ids of the records of each table. */
  idsOf: ReadonlyMap<string, string[]>;
}

/** Does each kind of change some times; gives how often one was done, by its name. */
export async function changeAtRandom(place: Place, random: Random): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  const changes = changesOf(place, random);
  const names = Object.keys(changes) as (keyof typeof changes)[];
  // what deletes comes last: others need the fields, and what is made of a field that is gone is left out by an import
  for (const [round, name] of [...names, ...names, ...names]
    .sort((a, b) => Number(a > b) - Number(a < b))
    .entries()) {
    const { status, body } = await changes[name](`${name} ${round}`);
    if (status >= 500) throw new Error(JSON.stringify(body));
    if (status < 300) done[name] = (done[name] ?? 0) + 1;
    else console.log(name, status, JSON.stringify(body).slice(0, 300));
  }
  return done;
}

function changesOf({ first, second, owner: as, friend, idsOf }: Place, random: Random) {
  const fieldsOf = async (tableId: string): Promise<Field[]> =>
    (await call(listFields, { as, params: { tableId } })).body;
  const named = async (tableId: string, name: string) =>
    (await fieldsOf(tableId)).find((field) => field.name === name)?.id ?? "";
  const add = (tableId: string, body: object) => call(createField, { as, params: { tableId }, body });
  const and = (...filterSet: object[]) => ({ conjunction: random.of(["and", "or"]), filterSet });
  const recordIn = (tableId: string) => random.of(idsOf.get(tableId) as string[]);
  const overLink = async () => ({
    foreignTableId: second,
    linkFieldId: await named(first, random.of(["manyMany false false", "oneMany true false"])),
  });

  /** A condition that names fields, choices, people or records. */
  async function aCondition(): Promise<object> {
    const [name, operator, value] = random.of<[string, string, unknown]>([
      ["Select", "isAnyOf", ["red", "Blue"]],
      ["Selects", "hasAllOf", ["green"]],
      ["User", "is", friend.userId],
      ["Users", "hasAnyOf", [as.userId, friend.userId]],
      ["manyMany false false", "hasAnyOf", [recordIn(second)]],
      ["Name", "contains", "recAAAAAAAAAAAAAAAA"],
      ["Number", "isGreater", 1],
      ["Double", "isLess", 100],
      ["Checkbox", "is", true],
      ["Date", "isBefore", { mode: "exactDate", exactDate: "2026-02-04T00:00:00.000Z", timeZone: "UTC" }],
      ["Files", "isNotEmpty", null],
    ]);
    return { fieldId: await named(first, name), operator, value };
  }

  async function ordersOf(...names: string[]) {
    const ids = await Promise.all(random.some(names).map((name) => named(first, name)));
    return ids.map((fieldId) => ({ fieldId, order: random.of(["asc", "desc"]) }));
  }

  return {
    "a view": async (name: string) => {
      const [select, files, date] = await Promise.all(
        ["Select", "Files", "Date"].map((each) => named(first, each)),
      );
      const view = random.of([
        { type: "grid", options: { rowHeight: random.of(["tall", "short"]) } },
        { type: "kanban", options: { stackFieldId: select, coverFieldId: files } },
        { type: "gallery", options: { coverFieldId: files } },
        { type: "calendar", options: { startDateFieldId: date, endDateFieldId: date } },
        { type: "form", options: { submitLabel: "Send" } },
      ]);
      const nested = and(await aCondition(), await aCondition());
      const rules = {
        filter: random.of([and(await aCondition()), and(await aCondition(), nested)]),
        sort: { sortObjs: await ordersOf("Number", "Name", "Select", "Sum") },
      };
      const group = { group: await ordersOf("Select", "Checkbox") };
      const body = {
        ...{ ...view, name, description: "of {fldX}" },
        ...(view.type !== "form" && rules),
        ...(view.type === "grid" && group),
      };
      return call(createView, { as, params: { tableId: first }, body });
    },
    "an order of rows": async () => {
      const tableId = random.of([first, second]);
      const views = (await call(listViews, { as, params: { tableId } })).body as {
        id: string;
        type: string;
      }[];
      const { id: viewId } = random.of(views.filter(({ type }) => type === "grid"));
      const ids = idsOf.get(tableId) as string[];
      const body = {
        anchorId: random.of(ids),
        position: random.of(["before", "after"]),
        recordIds: random.some(ids),
      };
      return call(orderRows, { as, params: { tableId, viewId }, body });
    },
    "a thread": async (text: string) => {
      const params = { tableId: first, recordId: recordIn(first) };
      const content = [{ type: "p", children: [{ type: "span", value: text }] }];
      const { body } = await call(createComment, { as: friend, params, body: { content } });
      const reaction = { reaction: random.of(["👍", "❤️", "🎉"]) };
      await call(addReaction, { as, params: { ...params, commentId: body.id }, body: reaction });
      return call(createComment, { as, params, body: { content, quoteId: body.id } });
    },
    "a lookup": async (name: string) => {
      const lookupFieldId = await named(second, random.of(["Title", "Weight"]));
      const weight = await named(second, "Weight");
      const lookupOptions = {
        ...{ ...(await overLink()), lookupFieldId },
        filter: { conjunction: "and", filterSet: [{ fieldId: weight, operator: "isGreater", value: 2 }] },
      };
      const type = (await fieldsOf(second)).find(({ id }) => id === lookupFieldId)?.type;
      return add(first, { type, name, isLookup: true, lookupOptions });
    },
    "a lookup of links": async (name: string) => {
      const lookupFieldId = await named(second, "manyMany false true");
      return add(first, {
        type: "link",
        name,
        isLookup: true,
        lookupOptions: { ...(await overLink()), lookupFieldId },
      });
    },
    "a rollup": async (name: string) => {
      const lookupFieldId = await named(second, "Weight");
      const expression = random.of([
        "countall({values})",
        "max({values})",
        "count({values})",
        "array_unique({values})",
      ]);
      return add(first, {
        type: "rollup",
        name,
        options: { expression },
        lookupOptions: { ...(await overLink()), lookupFieldId },
      });
    },
    "a formula": async (name: string) => {
      const [number, text, select] = await Promise.all(
        ["Number", "Name", "Select"].map((each) => named(first, each)),
      );
      const of = await named(first, random.of(["Sum", "Weights", "manyMany false false", "Double"]));
      const expression = random.of([
        `{${number}} + 1`,
        `CONCATENATE({${text}}, " {fldX} ", {${of}})`,
        `IF({${select}} = "red", {${of}} & "", UPPER({${text}}))`,
      ]);
      return add(first, { type: "formula", name, options: { expression } });
    },
    "a link with rules": async (name: string) => {
      const views = (await call(listViews, { as, params: { tableId: second } })).body as { id: string }[];
      const [title, weight] = await Promise.all(["Title", "Weight"].map((each) => named(second, each)));
      const options = {
        ...{ relationship: "manyMany", foreignTableId: second, isOneWay: random.chance(0.5) },
        ...{ lookupFieldId: random.of([title, weight]), visibleFieldIds: [title, weight] },
        filterByViewId: random.of(views).id,
        filter: { conjunction: "and", filterSet: [{ fieldId: weight, operator: "isGreater", value: 1 }] },
      };
      return add(first, { type: "link", name, description: "with rules", options });
    },
    "renamed choices": async () => {
      const field = (await fieldsOf(first)).find(({ name }) => name === "Selects") as Field & {
        options: { choices: { id: string; name: string }[] };
      };
      const choices = field.options.choices.map((choice) =>
        choice.name === "Blue" ? { ...choice, name: "blue, fldX" } : choice,
      );
      return call(updateField, {
        as,
        params: { tableId: first, fieldId: field.id },
        body: { options: { choices } },
      });
    },
    "x: a copied field": async (name: string) => {
      const fieldId = await named(
        first,
        random.of(["Name", "Select", "Double", "Sum", "manyMany true false"]),
      );
      return call(duplicateField, { as, params: { tableId: first, fieldId }, body: { name } });
    },
    "y: a converted field": async () => {
      const [name, body] = random.of<[string, object]>([
        ["Rating", { type: "number", options: { formatting: { type: "decimal", precision: 1 } } }],
        ["Checkbox", { type: "singleLineText" }],
        ["Date", { type: "singleLineText" }],
      ]);
      return call(convertField, { as, params: { tableId: first, fieldId: await named(first, name) }, body });
    },
    "z: a deleted field": async () => {
      const [tableId, name] = random.of<[string, string]>([
        [first, 'Long "text"'],
        [first, "oneOne false false"],
        [second, "manyOne true true"],
      ]);
      const fieldId = await named(tableId, name);
      if (fieldId === "") return { status: 404, body: "deleted in an earlier round" };
      return call(deleteField, { as, params: { tableId, fieldId } });
    },
  };
}
