import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as makeThumbnails } from "#functions/thumbnail/make-thumbnails";
import { fileKey } from "#lib/data/records/attachments";
import type { FileToken } from "#lib/schemas/records/attachment";
import { settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { aFile, hears } from "#test/support/makers/files";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { aPicture } from "#test/support/makers/pictures";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/record-images";
import { aTableOf, bringBack, trashedIn } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);
afterEach(() => void vi.restoreAllMocks());

const recordsOf = async ({ owner: as, params }: Awaited<ReturnType<typeof aTableOf>>) =>
  (await call(listRecords, { as, params })).body.records;

describe("201", () => {
  test("records are as before, at their positions, with their unique values reserved again", async () => {
    const made = await aTableOf(5);
    const { owner: as, params, ids } = made;
    const before = await recordsOf(made);
    await made.remove(ids[1] as string, ids[3] as string);
    expect(await recordsOf(made)).toHaveLength(3);
    const [item] = await made.items();
    expect(item).toMatchObject({
      resourceType: "record",
      resourceIds: [ids[1], ids[3]],
      name: "n1",
      deletedBy: as.userId,
    });
    const { status, body } = await bringBack(item?.id as string, { as });
    expect({ status, body }).toEqual({
      status: 201,
      body: { resourceType: "record", resourceIds: [ids[1], ids[3]] },
    });
    expect(await recordsOf(made)).toEqual(before);
    expect(await made.items()).toEqual([]);
    const twin = { records: [{ fields: { Key: "k1" } }] };
    expect((await call(createRecords, { as, params, body: twin })).status).toBe(400);
    expect((await itemsWith(`TRASHED#${made.tableId}`)).length).toBe(0);
  });

  test("a picture has the thumbnails that were made while its record was in the trash", async () => {
    const fields = [
      { name: "Name", type: "singleLineText" },
      { name: "Files", type: "attachment" },
    ];
    const made = await aTableOf(0, { fields, records: [] });
    const { owner: as, params } = made;
    const bytes = aPicture({ width: 1400, height: 1050, format: ".jpg" });
    const { item: file, token } = await aFile(as, { bytes, type: "image/jpeg", name: "a.jpg" });
    const body = { records: [{ fields: { Files: [file] } }] };
    const recordId = (await call(createRecords, { as, params, body })).body.records[0].id;
    await made.remove(recordId);
    await hears(makeThumbnails, fileKey(token as FileToken), "changed");
    const [item] = await made.items();
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    const [shown] = (await recordsOf(made))[0].fields.Files;
    for (const url of [shown.smThumbnailUrl, shown.lgThumbnailUrl]) expect(url).not.toBe(shown.presignedUrl);
  });

  test("an ETag from before the deletion does not match", async () => {
    const made = await aTableOf(1);
    const { owner: as, params, ids } = made;
    const at = { ...params, recordId: ids[0] as string };
    const before = await call(getRecord, { as, params: at });
    await made.remove(ids[0] as string);
    const [item] = await made.items();
    await bringBack(item?.id as string, { as });
    const after = await call(getRecord, { as, params: at });
    expect(after.body).toEqual(before.body);
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
  });

  test("once, by concurrent and repeated calls", async () => {
    const made = await aTableOf(3);
    await made.remove(...made.ids);
    const [item] = await made.items();
    const restoring = () => bringBack(item?.id as string, { as: made.owner });
    const answers = await Promise.all(Array.from({ length: 8 }, restoring));
    // on a busy machine a call may get a conflict
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect((await restoring()).status).toBe(201);
    expect(await recordsOf(made)).toHaveLength(3);
  });

  test("deleted again, with all events reported twice, they can be restored again", async () => {
    const made = await aTableOf(2);
    for (let time = 0; time < 3; time++) {
      await made.remove(...made.ids);
      await tellAll();
      const [item, ...others] = await made.items();
      expect(others).toEqual([]);
      expect((await bringBack(item?.id as string, { as: made.owner })).status).toBe(201);
      await tellAll();
      expect((await recordsOf(made)).map(({ name }: { name: string }) => name)).toEqual(["n0", "n1"]);
    }
  });

  test("a thousand records deleted together", async () => {
    const made = await aTableOf(0);
    const { owner: as, params } = made;
    const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `n${i}`, Count: i } }));
    const { body } = await call(createRecords, { as, params, body: { records } });
    await settleAll();
    const ids = body.records.map(({ id }: { id: string }) => id);
    await made.remove(...ids);
    await settleAll();
    await tellNews();
    const [item] = await made.items();
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    const { body: page } = await call(listRecords, { as, params, query: { take: "1000" } });
    expect(page.records).toEqual(body.records);
  }, 120_000);

  test("cells of fields deleted meanwhile are gone, new fields are empty", async () => {
    const made = await aTableOf(1);
    const { owner: as, params, ids, table } = made;
    await made.remove(ids[0] as string);
    await call(deleteField, { as, params: { ...params, fieldId: table.fields[1].id } });
    await call(createField, { as, params, body: { type: "number", name: "Key" } });
    const [field, item] = await trashedIn({ as }, made.tableId);
    await bringBack(item?.id as string, { as });
    expect((await recordsOf(made))[0].fields).toEqual({ Name: "n0", Count: 0 });
    // its cells come back with the field
    await bringBack(field?.id as string, { as });
    expect((await recordsOf(made))[0].fields).toEqual({ Name: "n0", Count: 0, "Key 2": "k0" });
  });

  test("with an Idempotency-Key a repeated call gets the same answer", async () => {
    const made = await aTableOf(1);
    await made.remove(...made.ids);
    const [item] = await made.items();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answers = [1, 2].map(() => bringBack(item?.id as string, { as: made.owner, headers }));
    const [one, two] = await Promise.all(answers);
    expect(one?.body).toEqual(two?.body);
  });
});

describe("400", () => {
  test("names each value that another record has taken; nothing is restored", async () => {
    const made = await aTableOf(4);
    const { owner: as, params, ids } = made;
    await made.remove(...ids);
    const taken = { records: [{ fields: { Key: "k1" } }, { fields: { Key: "k3" } }] };
    await call(createRecords, { as, params, body: taken });
    const [item] = await made.items();
    const { status, body } = await bringBack(item?.id as string, { as });
    expect({ status, paths: body.data.issues.map(({ path }: { path: string }) => path) }).toEqual({
      status: 400,
      paths: ["records[1].fields.Key", "records[3].fields.Key"],
    });
    expect(await recordsOf(made)).toHaveLength(2);
    expect(await made.items()).toHaveLength(1);
  });

  test("a required field was made meanwhile", async () => {
    const made = await aTableOf(1);
    const { owner: as, params } = made;
    await made.remove(...made.ids);
    const { status: made201 } = await call(createField, {
      as,
      params,
      body: { type: "number", name: "Needed", notNull: true },
    });
    expect(made201).toBe(201);
    const [item] = await made.items();
    const { status, body } = await bringBack(item?.id as string, { as });
    expect({ status, path: body.data.issues[0].path }).toEqual({
      status: 400,
      path: "records[0].fields.Needed",
    });
  });
});

test("404: an unknown deletion; strangers; 403: viewers, and tokens without the scopes", async () => {
  const made = await aTableOf(1);
  await made.remove(...made.ids);
  const [item] = await made.items();
  const id = item?.id as string;
  const { owner, baseId } = made;
  const statusFor = async (as: { token: string }, trashId = id) => (await bringBack(trashId, { as })).status;
  const other = await aTable();
  expect(await statusFor(owner, `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`)).toBe(404);
  expect(await statusFor(owner, `trst${other.tableId.slice(3)}${id.slice(20)}`)).toBe(404);
  expect(await statusFor(owner, "nonsense")).toBe(404);
  expect(await statusFor(await someone())).toBe(404);
  expect(await statusFor(await aMember(baseId, "commenter"))).toBe(403);
  for (const scope of ["table|trash_update", "record|delete"] as const)
    expect(await statusFor({ token: await aToken(owner.userId, { scopes: [scope] }) })).toBe(403);
  expect(await statusFor(await aMember(baseId, "editor"))).toBe(201);
});

test("409: before the stream has stored the images", async () => {
  const made = await aTableOf(1);
  const { owner: as, params, ids } = made;
  await call(deleteRecord, { as, params: { ...params, recordId: ids[0] as string } });
  const [item] = await made.items();
  const { status, headers } = await bringBack(item?.id as string, { as });
  expect({ status, after: headers["retry-after"] }).toEqual({ status: 409, after: "1" });
  await tellNews();
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
});

test.each(["not sent", "answer lost"] as const)(
  "%s at any store call: all or nothing, and done when repeated",
  async (fault) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const measured = await aTableOf(3);
    await measured.remove(...measured.ids);
    const [known] = await measured.items();
    const { length: calls } = await disturbed(
      () => undefined,
      () => bringBack(known?.id as string, { as: measured.owner }),
    );
    expect(calls).toBeGreaterThan(4);
    for (let n = 0; n < calls; n++) {
      const made = await aTableOf(3);
      await made.remove(...made.ids);
      const [item] = await made.items();
      const killed = Object.assign(new Error("killed"), { name: "ValidationException" });
      await disturbed(
        (_, index) => (index === n ? fault : index > n ? killed : undefined),
        () => bringBack(item?.id as string, { as: made.owner }),
      );
      expect([0, 3]).toContain((await recordsOf(made)).length);
      expect((await bringBack(item?.id as string, { as: made.owner })).status).toBe(201);
      expect(await recordsOf(made)).toHaveLength(3);
    }
  },
  240_000,
);
