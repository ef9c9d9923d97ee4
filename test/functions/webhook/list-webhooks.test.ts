import { expect, test } from "vitest";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { aMember, aTable } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";

const made = await aTable();
const params = { baseId: made.baseId };

test("200: those of the base, the oldest first, without their secrets", async () => {
  expect((await call(listWebhooks, { as: made.owner, params })).body).toEqual([]);
  const hooks = [];
  for (const name of ["a", "b", "c"])
    hooks.push(await aWebhook(made, { url: `https://${name}.example.com/` }));
  await aWebhook(await aTable(), { url: "https://d.example.com/" });
  const { status, body } = await call(listWebhooks, { as: made.owner, params });
  expect({ status, body }).toEqual({ status: 200, body: hooks.map(({ secret: _, ...webhook }) => webhook) });
});

test("403: an editor", async () => {
  const as = await aMember(made.baseId, "editor");
  expect((await call(listWebhooks, { as, params })).status).toBe(403);
});
