import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { itemsWith, leaveTrash, runToEnd } from "#test/support/events/jobs";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed, requestsOf, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { aTableOf, bringBack, tableItems, trashTable } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);
afterEach(() => void vi.restoreAllMocks());

const paramsOf = ({ baseId, tableId }: { baseId: string; tableId: string }) => ({ baseId, tableId });

describe("a deleted table", () => {
  test("201: is back with all its contents, including records in its own trash", async () => {
    const made = await aTableOf(3);
    const { owner: as, baseId, params } = made;
    await made.remove(made.ids[0] as string);
    const listed = (await call(listTables, { as, params: { baseId } })).body;
    const records = (await call(listRecords, { as, params })).body;
    const trashId = await trashTable({ as }, paramsOf(made));
    expect((await call(listRecords, { as, params })).status).toBe(404);

    const { status, body } = await bringBack(trashId, { as });
    expect({ status, body }).toEqual({
      status: 201,
      body: { resourceType: "table", resourceIds: [made.tableId] },
    });
    const { version } = listed[0];
    expect((await call(listTables, { as, params: { baseId } })).body).toEqual([
      { ...listed[0], version: version + 1 },
    ]);
    expect((await call(listRecords, { as, params })).body).toEqual(records);
    expect(await tableItems({ as }, baseId)).toEqual([]);
    const [item] = await made.items();
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    expect((await call(listRecords, { as, params })).body.records).toHaveLength(3);
  });

  test("201: gets another name if its own is taken", async () => {
    const made = await aTable({ name: "Plan", dbTableName: "plan" });
    const { owner: as, baseId } = made;
    const trashId = await trashTable({ as }, paramsOf(made));
    await call(createTable, { as, params: { baseId }, body: { name: "Plan", dbTableName: "Plan" } });
    await bringBack(trashId, { as });
    expect((await call(getTable, { as, params: paramsOf(made) })).body).toMatchObject({
      name: "Plan 2",
      dbTableName: `${baseId}.plan_2`,
    });
  });

  test("201: restored once by concurrent and repeated calls; deleted again, it can be restored again", async () => {
    const made = await aTable();
    const { owner: as, baseId } = made;
    for (let time = 0; time < 2; time++) {
      const trashId = await trashTable({ as }, paramsOf(made));
      const answers = await Promise.all(Array.from({ length: 6 }, () => bringBack(trashId, { as })));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect((await bringBack(trashId, { as })).status).toBe(201);
      expect((await call(listTables, { as, params: { baseId } })).body).toHaveLength(1);
    }
  });

  test("201: restored by another call before any request of this one", async () => {
    const measured = await aTable();
    const known = await trashTable({ as: measured.owner }, paramsOf(measured));
    const calls = await requestsOf(() => bringBack(known, { as: measured.owner }));
    for (let n = 0; n < calls; n++) {
      const made = await aTable();
      const { owner: as } = made;
      const trashId = await trashTable({ as }, paramsOf(made));
      let other: number | undefined;
      const statuses: number[] = [];
      await disturbed(
        async (_, index) => {
          if (index !== n || other !== undefined) return undefined;
          other = 0;
          other = (await bringBack(trashId, { as })).status;
          return undefined;
        },
        async () => statuses.push((await bringBack(trashId, { as })).status),
      );
      expect({ n, other, statuses }).toEqual({ n, other: 201, statuses: [201] });
    }
  });

  test("201: a field deleted before is cleared, though the table was in the trash meanwhile", async () => {
    const made = await aTableOf(2);
    const { owner: as, baseId, params, table } = made;
    const fieldId: string = table.fields[1].id;
    await call(deleteField, { as, params: { ...params, fieldId } });
    const jobId = (await leaveTrash(made.tableId)).get(fieldId);
    const trashId = await trashTable({ as }, paramsOf(made));
    await runToEnd(jobId as NonNullable<typeof jobId>, baseId);
    await bringBack(trashId, { as });
    const left = (await itemsWith(fieldId)).map(({ entity }) => entity);
    expect(left.filter((entity) => entity !== "deletion")).toEqual(["bygoneField"]);
  });

  test("403: while its base is in the trash; for editors, who may not make tables", async () => {
    const made = await aTable();
    const { owner: as, baseId } = made;
    const trashId = await trashTable({ as }, paramsOf(made));
    expect((await bringBack(trashId, { as: await aMember(baseId, "editor") })).status).toBe(403);
    const base = (await call(deleteBase, { as, params: { baseId } })).body.trashId;
    expect(await bringBack(trashId, { as })).toMatchObject({
      status: 403,
      body: { message: "The base is in the trash too: restore the base first" },
    });
    for (const id of [base, trashId]) expect((await bringBack(id, { as })).status).toBe(201);
    expect((await call(getTable, { as, params: paramsOf(made) })).status).toBe(200);
  });

  test("404: of a base that was deleted for good", async () => {
    const made = await aTable();
    const { owner: as, baseId } = made;
    const trashId = await trashTable({ as }, paramsOf(made));
    const { body } = await call(deleteBasePermanently, { as, params: { baseId } });
    expect((await bringBack(trashId, { as })).status).toBe(404);
    await runToEnd(body.jobId, baseId);
    expect(await itemsWith(made.tableId)).toEqual([]);
  });

  test("killed at any store call: all or nothing, and done when repeated", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const measured = await aTable();
    const known = await trashTable({ as: measured.owner }, paramsOf(measured));
    const { length: calls } = await disturbed(
      () => undefined,
      () => bringBack(known, { as: measured.owner }),
    );
    for (const fault of ["not sent", "answer lost"] as const)
      for (let n = 0; n < calls; n++) {
        const made = await aTable();
        const trashId = await trashTable({ as: made.owner }, paramsOf(made));
        const killed = storeError("ValidationException");
        await disturbed(
          (_, index) => (index === n ? fault : index > n ? killed : undefined),
          () => bringBack(trashId, { as: made.owner }),
        );
        expect((await bringBack(trashId, { as: made.owner })).status).toBe(201);
        expect((await call(getTable, { as: made.owner, params: paramsOf(made) })).status).toBe(200);
      }
  }, 240_000);
});
