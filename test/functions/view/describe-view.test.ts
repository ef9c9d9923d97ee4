import { expect, test } from "vitest";
import { handler as describeView } from "#functions/view/describe-view";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const { table, ...made } = await aTable();
const views = viewsOf(made);
const id: string = table.defaultViewId;

test("200: a description, and none: with null, and with nothing in it", async () => {
  for (const none of [null, ""]) {
    await views.ask(describeView, id, { description: "What is due." });
    expect((await views.get(id)).description).toBe("What is due.");
    const { status, body } = await views.ask(describeView, id, { description: none });
    expect({ status, body }).toEqual({ status: 200, body: "" });
    expect(await views.get(id)).not.toHaveProperty("description");
  }
});

test.each([
  ["nothing", {}],
  ["a number", { description: 1 }],
  ["10,001 characters", { description: "x".repeat(10_001) }],
])("400: %s", async (_, body) => {
  expect(refusal(await views.ask(describeView, id, body))).toEqual({ status: 400, paths: ["description"] });
});
