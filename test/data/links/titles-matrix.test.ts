/* What gives a title × how what it is made of changes: the title in the link is the text of the field in the linked record. */
import { expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { aLinkNamed, overLink } from "#test/support/makers/actions";
import { call } from "#test/support/requests/call";
import { everyOf, isOtherEngine, isWhole } from "#test/support/run/sample";
import { formula, twoOf } from "./titles-support.ts";

const sources = [
  "lookup",
  "rollup",
  "formula over rollup",
  "formula over lookup",
  "lookup of formula",
  "filtered lookup",
];
const relations = ["manyMany", "manyOne", "oneMany", "oneOne"];
const cases = sources.flatMap((source) =>
  relations.flatMap((relation) =>
    [true, false].flatMap((isOneWay) =>
      ["by another link", "by the link itself"].map((by) => ({ source, relation, isOneWay, by })),
    ),
  ),
);

/*
 * A case is about a hundred calls. `.ci/run` asks all 96 on the embedded engine, `npm test` each third of them, and on another engine each
 * seventh is asked. Neither divides the number of relations or of the other choices, so that all of these come in each run.
 */
const asked = everyOf(cases, isOtherEngine ? 7 : isWhole ? 1 : 3, 0);

test.each(asked)("$source, $relation, one-way $isOneWay, $by", async ({ source, relation, isOneWay, by }) => {
  const { A, B, as, calm, add, make, update, rows, find, edit, restore } = await twoOf();
  const isOwn = by === "by the link itself";
  const shown = isOwn ? A : B;
  const [name, num] = [await find(shown, "Name"), await find(shown, "Num")];
  const link = await add(A, aLinkNamed("L", shown, { relationship: relation, isOneWay }));
  const f = await add(shown, formula("F", `"f" & {${name.id}}`));
  const filter = {
    filter: { conjunction: "and", filterSet: [{ fieldId: num.id, operator: "isGreater", value: 1 }] },
  };
  const lk = (id: string, type: string, more: object = {}) =>
    add(A, { type, name: `K${id}`, isLookup: true, ...overLink(link, shown, id, more) });
  const sum = () =>
    add(A, {
      type: "rollup",
      name: "R",
      options: { expression: "sum({values})" },
      ...overLink(link, shown, num.id),
    });
  const src =
    source === "lookup"
      ? await lk(name.id, "singleLineText")
      : source === "rollup"
        ? await sum()
        : source === "formula over rollup"
          ? await add(A, formula("S", `{${(await sum()).id}} & "!"`))
          : source === "formula over lookup"
            ? await add(A, formula("S", `{${(await lk(name.id, "singleLineText")).id}} & "!"`))
            : source === "lookup of formula"
              ? await lk(f.id, "formula")
              : await lk(name.id, "singleLineText", filter);
  const top = isOwn ? link : await add(A, aLinkNamed("T", A, { isOneWay: true, lookupFieldId: src.id }));
  if (isOwn) await edit(A, link.id, { options: { ...link.options, lookupFieldId: src.id } });
  const many = ["manyMany", "oneMany"].includes(relation);
  const cell = (...ids: string[]) => (many ? ids.map((id) => ({ id })) : { id: ids[0] });
  const [b1, b2] = (await make(shown, [
    { Name: "b1", Num: 1 },
    { Name: "b2", Num: 2 },
  ])) as [string, string];
  const [a1] = (await make(A, [{ Name: "a1", L: cell(b1) }])) as [string];
  await make(A, [{ Name: "top", [isOwn ? "L" : "T"]: isOwn && !many ? { id: a1 } : [{ id: a1 }] }]);
  const wrong: string[] = [];
  const look = async (after: string) => {
    await calm();
    const texts = new Map<string, unknown>(
      (await rows(A, { cellFormat: "text", fieldKeyType: "id" })).map(
        (r: { id: string; fields: Record<string, unknown> }) => [r.id, r.fields[src.id]],
      ),
    );
    for (const r of await rows(A, { fieldKeyType: "id" }))
      for (const l of [r.fields[top.id] ?? []].flat())
        if (texts.has(l.id) && texts.get(l.id) !== l.title)
          wrong.push(`${after}: "${l.title}" instead of "${texts.get(l.id)}"`);
  };
  await look("made");
  await update(shown, b1, { Name: "c", Num: 7 });
  await look("a cell of the linked record");
  await update(A, a1, { L: cell(b2) });
  await look("another link");
  await update(A, a1, { L: cell(b1, b2) });
  await look("more links");
  if (!isOneWay) {
    const back = (link.options as { symmetricFieldId: string }).symmetricFieldId;
    const name = (
      await call((await import("#functions/field/get-field")).handler, {
        as,
        params: { tableId: shown.tableId, fieldId: back },
      })
    ).body.name;
    await update(shown, b1, { [name]: null });
    await look("unlinked by the other side");
    await update(shown, b2, { [name]: null });
    await look("last unlinked by the other side");
    await update(shown, b1, {
      [name]: ["manyMany", "manyOne"].includes(relation) ? [{ id: a1 }] : { id: a1 },
    });
    await look("linked by the other side");
  }
  await update(A, a1, { L: cell(b1, b2) });
  await look("links again");
  await call(deleteRecord, { as, params: { tableId: shown.tableId, recordId: b1 } });
  await look("the linked record deleted");
  await restore(shown);
  await look("the linked record restored");
  expect(wrong).toEqual([]);
});
