/* Links, people, choices and files are written so that they come back: exports, copied cells, conversions, cells as text. */
import { describe, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import * as users from "#lib/data/identity/users";
import { change, commit } from "#lib/store/commit";
import { aFile, atAddress } from "#test/support/makers/files";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { ended, into } from "./support.ts";

const text = (name: string) => ({ type: "longText", name });
type Made = Awaited<ReturnType<typeof aTable>>;

async function list({ owner: as, tableId }: Made, query: Record<string, string> = {}) {
  const { body } = await call(listRecords, { as, params: { tableId }, query });
  return body.records as { id: string; fields: Record<string, unknown> }[];
}

async function make({ owner: as, tableId }: Made, records: object[], more: object = {}) {
  const { status, body } = await call(createRecords, {
    as,
    params: { tableId },
    body: { records: records.map((fields) => ({ fields })), ...more },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body.records as { id: string }[]).map(({ id }) => id);
}

/** The file of an export, imported into another table; and what the import says. */
async function moved(from: Made, to: Made, query: Record<string, string>) {
  const { headers } = await call(exportTable, {
    as: from.owner,
    params: { tableId: from.tableId },
    query,
  });
  const { bytes } = await atAddress(headers["location"] ?? "");
  const { token } = await aFile(from.owner, { bytes, type: "text/csv" });
  const { result } = await ended(to, await into(to.tableId, to, { token }));
  return { result, bytes };
}

const copied = async (made: Made, column: number, rows: number) => {
  const ranges = JSON.stringify([[column, 0], [column, rows - 1]]); // biome-ignore format: one line
  const { body } = await call(copyCells, {
    as: made.owner,
    params: { tableId: made.tableId },
    query: { ranges },
  });
  return body.content as string;
};
const pasted = (made: Made, column: number, content: string) =>
  call(pasteCells, {
    as: made.owner,
    params: { tableId: made.tableId },
    body: { ranges: [[column, 0], [column, 0]], content }, // biome-ignore format: one line
  });
const convert = (made: Made, fieldId: string, body: object) =>
  call(convertField, { as: made.owner, params: { tableId: made.tableId, fieldId }, body });

const titles = [
  ...["Smith", "John", "Smith, John", 'say "hi", you', '"quoted"', "two\nlines", " spaces ", "spaces"],
  ...["x,", ",", '"', '""', "a;b", "tab\there", "Ann"],
];
/** Pairs and lists of titles whose texts could be read as others. */
const lists = [
  ["Smith, John", "Ann"],
  ["Smith", "John"],
  ["Smith, John"],
  ["Smith"],
  ['say "hi", you', '"quoted"'],
  ["two\nlines", " spaces ", "spaces"],
  ["x,", ",", '"', '""', "a;b", "tab\there"],
];

async function linkedLists(relationship: "manyMany" | "manyOne" = "manyMany") {
  const people = await aTable({ name: "People", fields: [text("Name")], records: [] });
  const ids = await make(
    people,
    titles.map((Name) => ({ Name })),
  );
  const idOf = (title: string) => ids[titles.indexOf(title)] ?? "";
  const options = { relationship, foreignTableId: people.tableId };
  const isMany = relationship === "manyMany";
  const wanted = isMany ? lists : titles.map((title) => [title]);
  const fields = () => [text("N"), { type: "link", name: "L", id: aFieldId(), options }];
  const films = () => aTable({ fields: fields(), records: [] }, people.owner, people);
  const from = await films();
  await make(
    from,
    wanted.map((list, i) => {
      const links = list.map((title) => ({ id: idOf(title) }));
      return { N: `${i}`, L: isMany ? links : links[0] };
    }),
  );
  const linkedIn = async (made: Made) =>
    (await list(made)).map(({ fields: { L } }) =>
      [L ?? []].flat().map((each) => (each as { id: string }).id),
    );
  return { people, from, films, linkedIn, wanted: wanted.map((list) => list.map(idOf)), options };
}

describe.each(["manyMany", "manyOne"] as const)("links of a %s field come back", (relationship) => {
  test.each([
    ["CSV", {}],
    ["CSV with cellFormat=json", { cellFormat: "json" }],
    ["XLSX", { format: "xlsx" }],
    ["XLSX with cellFormat=json", { format: "xlsx", cellFormat: "json" }],
  ])("from %s", async (_, query) => {
    const { from, films, linkedIn, wanted } = await linkedLists(relationship);
    const to = await films();
    expect((await moved(from, to, query as Record<string, string>)).result).toMatchObject({ issues: [] });
    expect(await linkedIn(to)).toEqual(wanted);
  });

  test("from copied cells, from cells as text, and through a conversion", async () => {
    const { from, films, linkedIn, wanted, options } = await linkedLists(relationship);
    const to = await films();
    const content = await copied(from, 1, wanted.length);
    expect(await pasted(to, 1, content)).toMatchObject({ status: 200 });
    expect(await linkedIn(to)).toEqual(wanted);

    const shown = await list(from, { cellFormat: "text" });
    const again = await films();
    await make(
      again,
      shown.map(({ fields: { L } }) => ({ L })),
      { typecast: true },
    );
    expect(await linkedIn(again)).toEqual(wanted);

    const fieldId = from.table.fields[1].id as string;
    expect(await convert(from, fieldId, { type: "longText" })).toMatchObject({ status: 200 });
    expect(await convert(from, fieldId, { type: "link", options })).toMatchObject({ status: 200 });
    expect(await linkedIn(from)).toEqual(wanted);
  });
});

test("a list of titles is quoted as one of choices; a formula joins the titles as they are", async () => {
  const link = aFieldId();
  const people = await aTable({ fields: [text("Name")], records: [] });
  const [smith, ann] = await make(people, [{ Name: "Smith, John" }, { Name: "Ann" }]);
  const options = { relationship: "manyMany", foreignTableId: people.tableId };
  const films = await aTable(
    {
      fields: [
        text("N"),
        { type: "link", name: "L", id: link, options },
        { type: "formula", name: "F", options: { expression: `{${link}} & ''` } },
      ],
      records: [],
    },
    people.owner,
    people,
  );
  await make(films, [{ L: [{ id: smith }, { id: ann }] }]);
  const [shown] = await list(films, { cellFormat: "text" });
  expect(shown?.fields).toMatchObject({ L: '"Smith, John", Ann', F: "Smith, John, Ann" });
});

test("a title that two records have is refused, and a line of an import; an id, alone or behind it, is exact", async () => {
  const people = await aTable({ fields: [text("Name")], records: [] });
  const [one, two] = await make(people, [{ Name: "Ann" }, { Name: "Ann" }, { Name: "Bob" }]);
  const options = { relationship: "manyMany", foreignTableId: people.tableId };
  const table = () =>
    aTable({ fields: [text("N"), { type: "link", name: "L", options }], records: [] }, people.owner, people);
  const films = await table();
  const refused = await call(createRecords, {
    as: films.owner,
    params: { tableId: films.tableId },
    body: { typecast: true, records: [{ fields: { L: "Bob, Ann" } }] },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      data: {
        issues: [
          {
            path: "records[0].fields.L",
            message:
              '"Ann" is the title of several records: send the id of one, as {"id":"rec…"} or as the text rec…',
          },
        ],
      },
    },
  });
  const imported = await ended(films, await into(films.tableId, films, { text: 'N,L\nx,Ann\ny,"Bob"\n' }));
  expect(imported.result).toMatchObject({ records: 1, badLines: 1, issues: [{ line: 2, column: 2 }] });

  const exact = await table();
  await make(exact, [{ L: [{ id: two }] }, { L: [{ id: one }, { id: two }] }]);
  const to = await table();
  expect((await moved(exact, to, { cellFormat: "json" })).result).toMatchObject({ records: 2, issues: [] });
  expect((await list(to)).map(({ fields: { L } }) => (L as { id: string }[]).map(({ id }) => id))).toEqual([
    [two],
    [one, two],
  ]);
});

test("records without a title come back too", async () => {
  const people = await aTable({ fields: [text("Name")], records: [] });
  const [none] = await make(people, [{}]);
  const options = { relationship: "manyMany", foreignTableId: people.tableId };
  const table = () =>
    aTable({ fields: [text("N"), { type: "link", name: "L", options }], records: [] }, people.owner, people);
  const [from, to] = [await table(), await table()];
  await make(from, [{ L: [{ id: none }] }]);
  expect(await pasted(to, 1, await copied(from, 1, 1))).toMatchObject({ status: 200 });
  expect((await list(to)).map(({ fields }) => fields["L"])).toEqual([[{ id: none }]]);
});

async function named(member: Someone, name: string) {
  const user = await users.find(member.userId);
  if (user) await commit([change(user, { name })]);
}

/** A table with two collaborators of one name, and one whose name is a list of theirs. */
async function people(fields: object[]) {
  const made = await aTable({ fields: [text("N"), ...fields], records: [] });
  const [kim, alex, both, comma] = [
    await aMember(made.baseId, "editor"),
    await aMember(made.baseId, "editor"),
    await aMember(made.baseId, "editor"),
    await aMember(made.baseId, "editor"),
  ];
  for (const member of [kim, alex]) await named(member, "Alex Kim");
  await named(both, "Alex Kim, Alex Kim");
  await named(comma, "Doe, Jane");
  const another = () => aTable({ fields: [text("N"), ...fields], records: [] }, made.owner, made);
  return { made, kim, alex, both, comma, another };
}
const peopleIn = async (made: Made) =>
  (await list(made)).map(({ fields: { U } }) => [U ?? []].flat().map((each) => (each as { id: string }).id));

describe.each([true, false])("people come back (isMultiple: %s)", (isMultiple) => {
  const fields = [{ type: "user", name: "U", options: { isMultiple } }];

  test.each([
    ["CSV", {}],
    ["CSV with cellFormat=json", { cellFormat: "json" }],
    ["XLSX", { format: "xlsx" }],
  ])("from %s, from copied cells and from text", async (_, query) => {
    const { made, kim, alex, both, comma, another } = await people(fields);
    const cells = isMultiple ? [[kim, alex], [both], [comma, alex]] : [[kim], [alex], [both], [comma]];
    const ids = cells.map((members) => members.map(({ userId }) => userId as string));
    await make(
      made,
      ids.map((each) => ({ U: isMultiple ? each.map((id) => ({ id })) : { id: each[0] } })),
    );
    const to = await another();
    const { result, bytes } = await moved(made, to, query as Record<string, string>);
    expect(result).toMatchObject({ issues: [] });
    expect(await peopleIn(to)).toEqual(ids);
    if (!("format" in query)) expect(bytes.toString()).toContain(alex.email);

    const other = await another();
    expect(await pasted(other, 1, await copied(made, 1, ids.length))).toMatchObject({ status: 200 });
    expect(await peopleIn(other)).toEqual(ids);
    const [first] = await list(made, { cellFormat: "text" });
    const alone = await call(getRecord, {
      as: made.owner,
      params: { tableId: made.tableId, recordId: first?.id ?? "" },
      query: { cellFormat: "text" },
    });
    expect(alone.body.fields).toEqual(first?.fields);
    expect(first?.fields["U"]).toContain(kim.email);

    const fieldId = made.table.fields[1].id as string;
    expect(await convert(made, fieldId, { type: "longText" })).toMatchObject({ status: 200 });
    // what becomes a text of the table shows no address
    expect(JSON.stringify(await list(made))).not.toContain("@");
    expect(await convert(made, fieldId, { type: "user", options: { isMultiple } })).toMatchObject({
      status: 200,
    });
    expect(await peopleIn(made)).toEqual(ids);
  });

  test("a name that two have is refused", async () => {
    const { made, kim } = await people(fields);
    const ask = (U: string) =>
      call(createRecords, {
        as: made.owner,
        params: { tableId: made.tableId },
        body: { typecast: true, records: [{ fields: { U } }] },
      });
    expect((await ask("Alex Kim")).body.data.issues).toEqual([
      {
        path: "records[0].fields.U",
        message:
          '"Alex Kim" is the name of several collaborators: send the e-mail address or the id (usr…) of one',
      },
    ]);
    expect(await ask(kim.email.toUpperCase())).toMatchObject({ status: 201 });
    expect(await ask(kim.userId)).toMatchObject({ status: 201 });
  });
});

test("choices come back, also two whose names together are the name of a third", async () => {
  const names = ["x", "y", "x, y", '"x", "y"', 'say "x", y'];
  const choices = names.map((name) => ({ name }));
  const fields = [text("N"), { type: "multipleSelect", name: "M", options: { choices } }];
  const made = await aTable({ fields, records: [] });
  const cells = [["x", "y"], ["x, y"], ["x, y", "x"], ['"x", "y"'], ['say "x", y', "y"]];
  await make(
    made,
    cells.map((M) => ({ M })),
  );
  const chosen = async (table: Made) => (await list(table)).map(({ fields: { M } }) => M);
  // also where no choice is there yet
  for (const options of [{ choices }, {}])
    for (const query of [{}, { cellFormat: "json" }, { format: "xlsx" }] as Record<string, string>[]) {
      const other = await aTable(
        { fields: [text("N"), { type: "multipleSelect", name: "M", options }], records: [] },
        made.owner,
        made,
      );
      expect((await moved(made, other, query)).result).toMatchObject({ issues: [] });
      expect(await chosen(other)).toEqual(cells);
    }
  const other = await aTable({ fields, records: [] }, made.owner, made);
  expect(await pasted(other, 1, await copied(made, 1, cells.length))).toMatchObject({ status: 200 });
  expect(await chosen(other)).toEqual(cells);
});

test("files come back with their names", async () => {
  const fields = [text("N"), { type: "attachment", name: "A" }];
  const made = await aTable({ fields, records: [] });
  const names = ["a, b.txt", 'say "hi".txt', "plain.txt", "x (1).txt"];
  const items = await Promise.all(names.map(async (name) => (await aFile(made.owner, { name })).item));
  await make(made, [{ A: items }, { A: items.slice(0, 1) }]);
  const shown = async (table: Made) =>
    (await list(table)).map(({ fields: { A } }) =>
      (A as { name: string; token: string }[]).map(({ name, token }) => ({ name, token })),
    );
  const wanted = await shown(made);
  for (const query of [{}, { cellFormat: "json" }, { format: "xlsx" }] as Record<string, string>[]) {
    const other = await aTable({ fields, records: [] }, made.owner, made);
    expect((await moved(made, other, query)).result).toMatchObject({ issues: [] });
    expect(await shown(other)).toEqual(wanted);
  }
  const other = await aTable({ fields, records: [] }, made.owner, made);
  expect(await pasted(other, 1, await copied(made, 1, 2))).toMatchObject({ status: 200 });
  expect(await shown(other)).toEqual(wanted);
});

test("white space at the ends of long texts stays as it was sent; a single line has none", async () => {
  const code = "    if (a) {\n        b();\n    }\n";
  const texts = [code, "\n a", "a\t", " \u00a0a", "a\r\n\r\n"];
  const fields = [text("N"), text("L"), { type: "singleLineText", name: "S" }];
  const made = await aTable({ fields, records: [] });
  await make(
    made,
    texts.map((L, i) => ({ N: `${i}`, L, S: "  a b " })),
  );
  const kept = async (table: Made) => (await list(table)).map(({ fields: { L } }) => L);
  expect(await kept(made)).toEqual(texts);
  expect((await list(made))[0]?.fields["S"]).toBe("a b");
  for (const query of [{}, { cellFormat: "json" }, { format: "xlsx" }] as Record<string, string>[]) {
    const other = await aTable({ fields, records: [] }, made.owner, made);
    expect((await moved(made, other, query)).result).toMatchObject({ issues: [] });
    expect(await kept(other)).toEqual(texts);
  }
  const other = await aTable({ fields, records: [] }, made.owner, made);
  expect(await pasted(other, 1, await copied(made, 1, texts.length))).toMatchObject({ status: 200 });
  expect(await kept(other)).toEqual(texts);
  const { status } = await convert(made, made.table.fields[1].id, { type: "longText", notNull: true });
  expect(status).toBe(200);
  expect(await kept(made)).toEqual(texts);
});
