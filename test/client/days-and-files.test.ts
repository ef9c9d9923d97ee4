/* @gridless/client: dates as their fields mean them, and files. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GridlessError, gridless } from "#lib/client/index";
import { type ClientWorld, clientWorld } from "./support/client-world.ts";
import { everySecond, lossyProxy } from "./support/lossy-proxy.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

/** The id of a field. */
async function fieldOf(table: string, name: string) {
  const fields = await world.client.request<{ id: string; name: string }[]>("GET", `/table/${table}/field`);
  return fields.find((each) => each.name === name)?.id;
}

const berlin = { date: "YYYY-MM-DD", time: "None", timeZone: "Europe/Berlin" };
const dated = (name: string, timeZone: string, more: object = {}) => ({
  type: "date",
  name,
  options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone, ...more } },
});
const fields = [
  dated("Berlin", "Europe/Berlin"),
  dated("Tokyo", "Asia/Tokyo", { date: "D. MMMM YYYY" }),
  dated("Month", "Pacific/Auckland", { date: "YYYY-MM" }),
  dated("At", "Europe/Berlin", { time: "HH:mm" }),
  dated("Also at", "Europe/Berlin", { date: "YYYY-MM-DD HH:mm" }),
  { type: "createdTime", name: "Made" },
];
const sent = {
  ...{ Name: "2026-11-30T23:00:00.000Z", Born: "0099-03-01", Berlin: "2026-12-01", Tokyo: "1990-07-15" },
  ...{ Month: "2024-02-29", At: "2026-12-01T09:00:00Z", "Also at": "2026-12-01T09:00:00Z" },
};

test("linked records that are expanded have days too, on both levels and when one record is read", async () => {
  const { client, baseId } = world;
  const linkTo = (foreignTableId: string) => ({
    type: "link",
    name: "Other",
    options: { relationship: "manyMany", foreignTableId, isOneWay: true },
  });
  const one = await world.makeTable([dated("Day", "Asia/Tokyo")]);
  const two = await world.makeTable([dated("Day", "Europe/Berlin"), linkTo(one.id)]);
  const three = await world.makeTable([linkTo(two.id)]);
  const table = (id: string) => client.base(baseId).table(id);
  const first = await table(one.id).create({ Day: "2026-12-01" });
  const second = await table(two.id).create({ Day: "2026-12-02", Other: [{ id: first.id }] });
  const third = await table(three.id).create({ Other: [{ id: second.id }] });

  const expand = { Other: { fields: ["Day"], expand: { Other: { fields: ["Day"] } } } };
  const shown = [
    await table(three.id).list({ expand }).first(),
    await table(three.id).get(third.id, { expand }),
  ];
  const inside = [{ id: first.id, name: "", fields: { Day: "2026-12-01" } }];
  for (const record of shown)
    expect(record?.expanded).toEqual({
      Other: [{ id: second.id, name: "", fields: { Day: "2026-12-02" }, expanded: { Other: inside } }],
    });
});

test("a field that shows days gives days of its own zone, wherever records are answered; others their moments", async () => {
  const { id } = await world.makeTable(fields);
  const options = { expression: `DATE_ADD({${await fieldOf(id, "Berlin")}}, 1, 'day')`, formatting: berlin };
  await world.client.request("POST", `/table/${id}/field`, {
    body: { type: "formula", name: "Next day", options },
  });
  const table = world.base.table(id);
  const shown = {
    ...sent,
    ...{ At: "2026-12-01T09:00:00.000Z", "Also at": "2026-12-01T09:00:00.000Z", "Next day": "2026-12-02" },
  };
  const made = await table.create(sent);
  expect(made.fields).toMatchObject(shown);
  expect(made.fields["Made"]).toBe(made.createdTime);
  expect(await table.get(made.id)).toEqual(made);
  const { etag: _, ...listed } = made;
  expect(await table.list().all()).toEqual([listed]);
  // sent back as they came, they are the same days
  expect((await table.update(made)).fields).toEqual(made.fields);
  const { records } = await table.upsert(made.fields, { on: ["Name"] });
  expect(records[0]?.fields).toMatchObject(shown);

  const moments = world.base.table(id, { dates: "moments" });
  expect((await moments.list().first())?.fields).toMatchObject({
    ...{ Berlin: "2026-11-30T23:00:00.000Z", Tokyo: "1990-07-14T15:00:00.000Z", Name: sent.Name },
  });
  const byId = await world.base.table(id, { keys: "id" }).list().first();
  expect(Object.values(byId?.fields ?? {})).toEqual(Object.values(made.fields));
  const text = await table.list({ cellFormat: "text" }).first();
  expect(text?.fields).toMatchObject({ Berlin: "2026-12-01", Tokyo: "15. July 1990" });
});

test("lookups of days are days too", async () => {
  const { id } = await world.makeTable(fields);
  const link = { type: "link", name: "Days", options: { foreignTableId: id, relationship: "manyMany" } };
  const { id: other } = await world.makeTable([link]);
  const lookupOptions = {
    foreignTableId: id,
    linkFieldId: await fieldOf(other, "Days"),
    lookupFieldId: await fieldOf(id, "Berlin"),
  };
  const body = { type: "date", name: "Looked", isLookup: true, lookupOptions };
  await world.client.request("POST", `/table/${other}/field`, { body });
  const record = await world.base.table(id).create(sent);
  const made = await world.base.table(other).create({ Name: "Linked", Days: [{ id: record.id }] });
  expect((await world.base.table(other).get(made.id)).fields["Looked"]).toEqual(["2026-12-01"]);
});

test("files of every kind are uploaded, also if each answer is lost once, and put into a record", async () => {
  const { id } = await world.makeTable([{ type: "attachment", name: "Files" }]);
  const proxy = await lossyProxy(world.url, everySecond);
  const client = gridless({ url: proxy.url, token: world.token });
  const files = [
    await client.upload("Hello, text.", { name: "a.txt", type: "text/plain" }),
    await client.upload(new File(["Hello, file."], "b.txt", { type: "text/plain" })),
    await client.upload(new TextEncoder().encode("Hello, bytes.")),
    await client.upload(new Uint8Array(3_000_000).buffer, { name: "large" }),
  ];
  expect(files).toEqual([
    { name: "a.txt", token: expect.any(String), size: 12, mimetype: "text/plain" },
    { name: "b.txt", token: expect.any(String), size: 12, mimetype: "text/plain" },
    { name: "file", token: expect.any(String), size: 13, mimetype: "application/octet-stream" },
    { name: "large", token: expect.any(String), size: 3_000_000, mimetype: "application/octet-stream" },
  ]);
  type Row = { Name?: string; Files?: { name: string; token: string; presignedUrl: string }[] };
  const { fields: made } = await world.base.table<Row>(id).create({ Name: "Papers", Files: files });
  expect(made.Files?.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  const read = await fetch(made.Files?.[1]?.presignedUrl ?? "");
  expect(await read.text()).toBe("Hello, file.");
  await proxy.close();
});

test("a file that is too large, and a type that is none, are refused with their paths", async () => {
  const refused = (call: Promise<unknown>) =>
    expect(call).rejects.toMatchObject({ name: GridlessError.name, status: 400 });
  await refused(world.client.upload("x", { type: "no type" }));
  await refused(world.client.upload(new Uint8Array(101 * 1024 * 1024)));
});

test("a token without the fields of a table: what is written stays, the error says so, and moments need no fields", async () => {
  const { id } = await world.makeTable(fields);
  const token = await world.makeToken(["record|read", "record|create"]);
  const table = gridless({ url: world.url, token }).base(world.baseId).table(id);
  await expect(table.create([sent])).rejects.toMatchObject({
    status: 403,
    done: { rows: 1, records: { length: 1 } },
  });
  const moments = gridless({ url: world.url, token }).base(world.baseId).table(id, { dates: "moments" });
  expect((await moments.create({ ...sent, Name: "Other" })).fields).toMatchObject({
    Berlin: "2026-11-30T23:00:00.000Z",
  });
});
