import { expect, test } from "vitest";
import { handler as listAiModels } from "#functions/field/list-ai-models";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: the models that are configured, and the tokens of a day", async () => {
  const { status, body } = await call(listAiModels, { as: await someone() });
  expect({ status, body }).toEqual({
    status: 200,
    body: { models: expect.any(Array), dailyTokens: expect.any(Number) },
  });
});
