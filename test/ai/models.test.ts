/* Which models there are, and what an aiConfig may name. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as listAiModels } from "#functions/field/list-ai-models";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { parseModels } from "#lib/ai/models";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
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
  test("none are listed, and a config is stored, but not with isAutoFill", async () => {
    const { owner: as, tableId, baseId } = await aTable({});
    const params = { tableId };
    expect((await call(listAiModels, { as })).body).toEqual({ models: [], dailyTokens: 1_000_000 });
    const stored = await call(createField, {
      as,
      params,
      body: { type: "longText", aiConfig: configOf({}) },
    });
    expect(stored.status).toBe(201);
    const auto = configOf({ isAutoFill: true });
    const field = { as, params: { tableId, fieldId: stored.body.id } };
    const answers = await Promise.all([
      call(createField, { as, params, body: { type: "longText", aiConfig: auto } }),
      call(updateField, { ...field, body: { aiConfig: auto } }),
      call(convertField, { ...field, body: { type: "singleLineText", aiConfig: auto } }),
      call(createTable, {
        as,
        params: { baseId },
        body: { fields: [{ type: "longText" }, { type: "longText", aiConfig: auto }] },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers.map(({ body }) => body.data.issues[0])).toEqual([
      ...Array.from({ length: 3 }, () => ({
        path: "aiConfig.isAutoFill",
        message: "no model is configured",
      })),
      { path: "fields[1].aiConfig.isAutoFill", message: "no model is configured" },
    ]);
  });
});

describe("with models", () => {
  test.each([
    ["imageGeneration", { sourceFieldId: "fldSource0000000000" }],
    ["customization", {}],
  ])("a %s that should fill an attachment field by itself is a 400: no model can", async (task, more) => {
    vi.stubEnv("GRIDLESS_AI_MODELS", "m=x");
    const {
      owner: as,
      tableId,
      baseId,
    } = await aTable({
      fields: [{ type: "singleLineText", id: "fldSource0000000000" }],
    });
    const aiConfig = configOf({ type: task, isAutoFill: true, ...more });
    const field = { type: "attachment", aiConfig };
    const params = { tableId };
    const stored = await call(createField, {
      ...{ as, params },
      body: { ...field, aiConfig: { ...aiConfig, isAutoFill: false } },
    });
    expect(stored.status).toBe(201);
    const answers = await Promise.all([
      call(createField, { as, params, body: field }),
      call(updateField, { as, params: { tableId, fieldId: stored.body.id }, body: { aiConfig } }),
      call(convertField, { as, params: { tableId, fieldId: stored.body.id }, body: field }),
      call(createTable, { as, params: { baseId }, body: { fields: [{ type: "longText" }, field] } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const message = "images are not generated: a model cannot fill attachment fields";
    expect(answers.map(({ body }) => body.data.issues[0])).toEqual([
      ...Array.from({ length: 3 }, () => ({ path: "aiConfig.isAutoFill", message })),
      { path: "fields[1].aiConfig.isAutoFill", message },
    ]);
  });

  test("they are listed, without what the provider calls them; an unknown key is a 400 that lists them", async () => {
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
    const { status, body } = await create(configOf({ modelKey: "other" }));
    expect({ status, issue: body.data.issues[0] }).toEqual({
      status: 400,
      issue: { path: "aiConfig.modelKey", message: "must be the key of a model: m, v" },
    });
  });
});
