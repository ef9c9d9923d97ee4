/* Which models there are, and what an aiConfig may name. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as autoFillField } from "#functions/field/auto-fill-field";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listAiModels } from "#functions/field/list-ai-models";
import { handler as listFillTasks } from "#functions/field/list-fill-tasks";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { parseModels } from "#lib/ai/models";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the models are those of this process");
afterEach(() => void vi.unstubAllEnvs());

const configOf = (more: object) => ({ modelKey: "m", type: "customization", prompt: "?", ...more });

describe("the setting", () => {
  test("names models by key", () => {
    expect(parseModels(" fast=llama3.2, vision=org/llava:7b+images ")).toEqual([
      { key: "fast", id: "llama3.2", takesImages: false },
      { key: "vision", id: "org/llava:7b", takesImages: true },
    ]);
    expect(parseModels("")).toEqual([]);
  });

  test.each(["fast", "=x", "a b=c", "a=b a=c", "a=b+sounds+images images"])("is refused: %s", (text) => {
    expect(parseModels(text)).toEqual(expect.any(String));
  });
});

describe("without models", () => {
  test("none are listed; a config with isAutoFill is stored, and the field says why it waits", async () => {
    const { owner: as, tableId, baseId } = await aTable({});
    const params = { tableId };
    expect((await call(listAiModels, { as })).body).toEqual({ models: [], dailyTokens: 1_000_000 });
    const auto = configOf({ isAutoFill: true });
    const made = await call(createField, { as, params, body: { type: "longText", aiConfig: auto } });
    expect({ status: made.status, config: made.body.aiConfig }).toEqual({ status: 201, config: auto });
    const field = { as, params: { tableId, fieldId: made.body.id } };
    const shown = async () => (await call(getField, field)).body.aiConfig;
    const other = { ...auto, modelKey: "other" };
    expect((await call(updateField, { ...field, body: { aiConfig: other } })).status).toBe(200);
    expect(await shown()).toEqual(other);
    const body = { type: "singleLineText", aiConfig: auto };
    expect((await call(convertField, { ...field, body })).status).toBe(200);
    expect(await shown()).toEqual(auto);
    const table = await call(createTable, {
      ...{ as, params: { baseId } },
      body: { fields: [{ type: "longText" }, { type: "longText", aiConfig: auto }] },
    });
    expect({ status: table.status, config: table.body.fields[1].aiConfig }).toEqual({
      status: 201,
      config: auto,
    });
    const { waitingMap } = (await call(listFillTasks, { as, params })).body;
    expect(waitingMap).toEqual({ [made.body.id]: { reason: "no model is configured" } });
    expect(refusal(await call(autoFillField, { ...field, body: {} })).status).toBe(400);
  });
});

describe("with models", () => {
  test.each([
    ["imageGeneration", { sourceFieldId: "fldSource0000000000" }],
    ["customization", {}],
  ])(
    "a %s of an attachment field is stored with isAutoFill, and says that no model can fill it",
    async (task, more) => {
      vi.stubEnv("GRIDLESS_AI_MODELS", "m=x");
      const source = { type: "singleLineText", id: "fldSource0000000000" };
      const { owner: as, tableId } = await aTable({ fields: [source] });
      const aiConfig = configOf({ type: task, isAutoFill: true, ...more });
      const params = { tableId };
      const stored = await call(createField, { as, params, body: { type: "attachment", aiConfig } });
      expect(stored).toMatchObject({ status: 201, body: { aiConfig: { type: task, isAutoFill: true } } });
      const { waitingMap } = (await call(listFillTasks, { as, params })).body;
      const reason = "images are not generated: a model cannot fill attachment fields";
      expect(waitingMap).toEqual({ [stored.body.id]: { reason } });
    },
  );

  test("they are listed, without what the provider calls them; a field with another key waits, and says so", async () => {
    vi.stubEnv("GRIDLESS_AI_MODELS", "m=secret-name v=x+images");
    vi.stubEnv("GRIDLESS_AI_DAILY_TOKENS", "5");
    const { owner: as, tableId } = await aTable({});
    const listed = (await call(listAiModels, { as })).body;
    expect(listed).toEqual({
      models: [
        { modelKey: "m", takesImages: false },
        { modelKey: "v", takesImages: true },
      ],
      dailyTokens: 5,
    });
    const create = (aiConfig: object) =>
      call(createField, { as, params: { tableId }, body: { type: "longText", aiConfig } });
    expect((await create(configOf({ isAutoFill: true }))).status).toBe(201);
    const other = await create(configOf({ modelKey: "other", isAutoFill: true }));
    expect(other.status).toBe(201);
    const { waitingMap } = (await call(listFillTasks, { as, params: { tableId } })).body;
    const reason = "the modelKey of the field's aiConfig must be the key of a model: m, v";
    expect(waitingMap).toEqual({ [other.body.id]: { reason } });
  });
});
