import { expect, test } from "vitest";
import { handler as stopFill } from "#functions/field/stop-fill";
import { handler as updateField } from "#functions/field/update-field";
import { aFilledTable } from "#test/data/ai/support";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the model is the one of this process");

test("200: it may be called when nothing is being filled", async () => {
  const { owner: as, tableId, target: fieldId } = await aFilledTable(["a"]);
  expect((await call(stopFill, { as, params: { tableId, fieldId } })).status).toBe(200);
});

test("a stop while a model is asked: its answer is not written", async () => {
  const made = await aFilledTable(["a"], { aiConfig: null });
  const field = { as: made.owner, params: { tableId: made.tableId, fieldId: made.target } };
  await aModelServer(async () => {
    await call(stopFill, field);
    return "x";
  });
  const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId: made.plot };
  await call(updateField, { ...field, body: { aiConfig } });
  expect(await made.end(await made.start())).toMatchObject({ state: "failed", error: "It was stopped" });
  expect(await made.cells()).toEqual([null]);
});
