/* A base that is made by random choices: fields of each type, links of each kind, what is computed over them, records and comments. */
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { changeAtRandom } from "#test/support/backups-changed";
import { randomOf } from "#test/support/backups-random";
import { runJobsOf } from "#test/support/events/jobs";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** A base with a field of each type, links of each kind, lookups, formulas, views and comments, made by random choices. */
export async function aFullBase(seed: number) {
  const random = randomOf(seed);
  const owner = await someone();
  const place = await aBase(owner);
  const friend = await aMember(place.spaceId, "editor");
  const choices = [{ name: "red" }, { name: "Blue" }, { name: "green" }];
  const plain = [
    { type: "singleLineText", name: "Name" },
    { type: "longText", name: 'Long "text"' },
    { type: "number", name: "Number", options: { formatting: { type: "decimal", precision: 2 } } },
    { type: "rating", name: "Rating", options: { max: 10, icon: "star", color: "yellowBright" } },
    { type: "checkbox", name: "Checkbox" },
    { type: "date", name: "Date" },
    { type: "singleSelect", name: "Select", options: { choices } },
    { type: "multipleSelect", name: "Selects", options: { choices } },
    { type: "user", name: "User", options: { isMultiple: false } },
    { type: "user", name: "Users", options: { isMultiple: true } },
    { type: "attachment", name: "Files" },
    { type: "button", name: "Button", options: { label: "Go", color: "teal" } },
    { type: "autoNumber", name: "Auto" },
    { type: "createdTime", name: "Created" },
    { type: "lastModifiedTime", name: "Modified" },
    { type: "createdBy", name: "Creator" },
    { type: "lastModifiedBy", name: "Modifier" },
    { type: "number", name: "Code", unique: true },
  ];
  const first = await aTable({ name: "First", fields: plain, records: [] }, owner, place);
  const second = await aTable(
    {
      name: "Second",
      fields: [
        { type: "singleLineText", name: "Title" },
        { type: "number", name: "Weight" },
      ],
      records: [],
    },
    owner,
    place,
  );
  const add = async (tableId: string, body: object): Promise<string> => {
    const answer = await call(createField, { as: owner, params: { tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const links: { tableId: string; name: string; many: boolean; to: string }[] = [];
  for (const relationship of ["manyMany", "manyOne", "oneMany", "oneOne"])
    for (const isOneWay of [false, true])
      for (const [from, to] of [
        [first, second],
        [second, second],
      ] as const) {
        const name = `${relationship} ${isOneWay} ${to === from}`;
        await add(from.tableId, {
          type: "link",
          name,
          options: { relationship, foreignTableId: to.tableId, isOneWay },
        });
        links.push({ tableId: from.tableId, name, many: /Many$/.test(relationship), to: to.tableId });
      }
  const fieldIdOf = async (tableId: string, name: string) => {
    const { body } = await call(listFields, { as: owner, params: { tableId } });
    return body.find((field: { name: string }) => field.name === name).id as string;
  };
  const link = await fieldIdOf(first.tableId, "manyMany false false");
  const weight = await fieldIdOf(second.tableId, "Weight");
  const number = await fieldIdOf(first.tableId, "Number");
  const lookup = { foreignTableId: second.tableId, linkFieldId: link, lookupFieldId: weight };
  await add(first.tableId, { type: "formula", name: "Double", options: { expression: `{${number}} * 2` } });
  const lookedUp = await add(first.tableId, {
    type: "number",
    name: "Weights",
    isLookup: true,
    lookupOptions: lookup,
  });
  await add(first.tableId, {
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    lookupOptions: lookup,
  });
  await add(first.tableId, {
    type: "formula",
    name: "Of lookup",
    options: { expression: `SUM({${lookedUp}}) + {${number}}` },
  });

  const files = [await aFile(owner), await aFile(owner, { bytes: pixel, type: "image/png" })];
  const idsOf = new Map<string, string[]>([
    [first.tableId, []],
    [second.tableId, []],
  ]);
  const cellsOf = (i: number): Record<string, unknown> => ({
    ...(random.chance(0.9) && { Name: random.of(["a", "ü \n{fldX}", "recAAAAAAAAAAAAAAAA", `n${i}`]) }),
    ...(random.chance(0.5) && { 'Long "text"': "line 1\nline 2" }),
    ...(random.chance(0.7) && { Number: random.of([-1, 0, 0.1, 1e21, i]) }),
    ...(random.chance(0.5) && { Rating: 1 + random.below(10) }),
    ...(random.chance(0.5) && { Checkbox: true }),
    ...(random.chance(0.5) && { Date: "2026-02-03T04:05:06.000Z" }),
    ...(random.chance(0.5) && { Select: random.of(["red", "Blue"]) }),
    ...(random.chance(0.5) && { Selects: random.some(["green", "red", "Blue"]) }),
    ...(random.chance(0.5) && { User: { id: random.of([owner, friend]).userId } }),
    ...(random.chance(0.5) && { Users: random.some([owner, friend]).map(({ userId: id }) => ({ id })) }),
    ...(random.chance(0.3) && { Files: random.some(files).map(({ token }) => ({ token, name: "f.png" })) }),
    ...(random.chance(0.3) && { Button: { count: 3 } }),
    Code: i,
  });
  for (let i = 0; i < 40; i++) {
    const tableId = random.of([first.tableId, second.tableId]);
    const ids = idsOf.get(tableId) as string[];
    const own = Object.fromEntries(
      links
        .filter((each) => each.tableId === tableId && random.chance(0.3))
        .map(({ name, many, to }) => {
          const some = random.some(idsOf.get(to) as string[]).map((id) => ({ id }));
          return [name, many ? some : some[0]];
        })
        .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined)),
    );
    const cells = tableId === first.tableId ? cellsOf(i) : { Title: `t${i}`, Weight: i / 2 };
    const as = "Files" in cells ? owner : random.of([owner, friend]);
    const params = { tableId };
    const { body, status } = await call(createRecords, {
      as,
      params,
      body: { records: [{ fields: { ...cells, ...own } }] },
    });
    // one record may be linked once only
    const made =
      status === 201
        ? body
        : (await call(createRecords, { as, params, body: { records: [{ fields: cells }] } })).body;
    if (!made.records) throw new Error(JSON.stringify([body, made]));
    ids.push(made.records[0].id);
    const recordId = random.of(ids);
    if (random.chance(0.2))
      await call(updateRecord, {
        as,
        params: { tableId, recordId },
        body: { record: { fields: tableId === first.tableId ? { Name: "changed" } : { Title: "changed" } } },
      });
    if (random.chance(0.2)) {
      const content = [
        {
          type: "p",
          children: [
            { type: "span", value: "hello " },
            { type: "mention", value: friend.userId },
          ],
        },
      ];
      await call(createComment, { as, params: { tableId, recordId }, body: { content } });
    }
    if (random.chance(0.1)) {
      await call(deleteRecord, { as: owner, params: { tableId, recordId } });
      ids.splice(ids.indexOf(recordId), 1);
    }
  }
  await call(createView, {
    as: owner,
    params: { tableId: first.tableId },
    body: {
      ...{ type: "grid", name: "Filtered" },
      filter: { conjunction: "and", filterSet: [{ fieldId: number, operator: "isGreater", value: 1 }] },
      sort: { sortObjs: [{ fieldId: number, order: "desc" }] },
      group: [{ fieldId: number, order: "asc" }],
      columnMeta: { [number]: { order: 3, hidden: true } },
    },
  });
  const where = { first: first.tableId, second: second.tableId, owner, friend, idsOf };
  const changed = await changeAtRandom(where, random);
  const both = [first, second].map(({ tableId, baseId }) => ({ tableId, baseId }));
  await runJobsOf(...both);
  return { owner, friend, ...place, tables: [first, second], changed };
}
