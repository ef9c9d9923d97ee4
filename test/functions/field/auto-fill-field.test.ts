import { describe, expect, test, vi } from "vitest";
import { handler as autoFillField } from "#functions/field/auto-fill-field";
import { aFilledTable } from "#test/data/ai/support";
import { jobOf } from "#test/support/events/jobs";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, someone } from "#test/support/makers/makers";
import { aModelServer, hang } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the model is the one of this process");

describe("400, 404, 409: what cannot be filled", () => {
  test.each([
    ["no aiConfig", { aiConfig: null }, "m", 400, "no aiConfig"],
    ["no model", {}, "", 400, "no model is configured"],
    ["another model", {}, "other", 400, "must be the key of a model: other"],
    [
      "images",
      { type: "attachment", aiConfig: { modelKey: "m", type: "customization", prompt: "?" } },
      "m",
      400,
      "images are not generated",
    ],
  ])("%s", async (_, filled, model, status, message) => {
    const made = await aFilledTable(["a"], filled);
    vi.stubEnv("GRIDLESS_AI_MODELS", model && `${model}=x`);
    const params = { tableId: made.tableId, fieldId: made.target };
    const answer = await call(autoFillField, { as: made.owner, params, body: {} });
    vi.unstubAllEnvs();
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
  });

  test("an unknown field or view, and a field that is being filled", async () => {
    await aModelServer(() => hang);
    const made = await aFilledTable(["a"]);
    const ask = async (fieldId: string, body: object) =>
      (await call(autoFillField, { as: made.owner, params: { tableId: made.tableId, fieldId }, body }))
        .status;
    expect(await ask(aFieldId(), {})).toBe(404);
    expect(await ask(made.target, { viewId: "viw0000000000000000" })).toBe(404);
    expect(await ask(made.target, { mode: "none" })).toBe(400);
    expect(await ask(made.target, {})).toBe(201);
    expect(await ask(made.target, {})).toBe(409);
  });

  test("the caller's role", async () => {
    await aModelServer(() => "x");
    const made = await aFilledTable(["a"]);
    const params = { tableId: made.tableId, fieldId: made.target };
    const viewer = await aMember(made.baseId, "viewer");
    expect((await call(autoFillField, { as: viewer, params, body: {} })).status).toBe(403);
    expect((await call(autoFillField, { as: await someone(), params, body: {} })).status).toBe(404);
    expect((await jobOf(await made.start(), made.baseId)).kind).toBe("fillCells");
  });
});
