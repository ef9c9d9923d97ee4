import { expect, test } from "vitest";
import { handler as describeView } from "#functions/view/describe-view";
import { handler as renameView } from "#functions/view/rename-view";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const { table, ...made } = await aTable({ views: [{ type: "grid", name: "Plan", description: "Why" }] });
const views = viewsOf(made);
const id: string = table.defaultViewId;

test("200: the new name, and nothing else is another", async () => {
  const before = await views.get(id);
  expect(await views.ask(renameView, id, { name: " Road map " })).toMatchObject({ status: 200, body: "" });
  const after = await views.get(id);
  expect(after).toEqual({ ...before, name: "Road map", lastModifiedTime: after.lastModifiedTime });
  expect(after.lastModifiedTime > before.lastModifiedTime).toBe(true);
  expect(await views.list()).toEqual([after]);
});

test("200: the name that it has: nothing is written", async () => {
  const before = await views.get(id);
  await views.ask(renameView, id, { name: before.name });
  expect(await views.get(id)).toEqual(before);
});

test("200: a name that is taken stays as it was sent", async () => {
  const other = await views.create({ type: "form", name: "Twin" });
  await views.ask(renameView, id, { name: "Twin" });
  expect((await views.list()).map(({ name }) => name)).toEqual(["Twin", "Twin"]);
  expect((await views.get(other.id)).name).toBe("Twin");
});

test("200: renamed and described by ten at the same time, nothing is lost", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      i % 2 ? views.ask(renameView, id, { name: "Both" }) : views.ask(describeView, id, { description: "x" }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await views.get(id)).toMatchObject({ name: "Both", description: "x" });
});

test.each([
  ["no name", {}],
  ["null", { name: null }],
  ["an empty name", { name: " \n " }],
  ["256 characters", { name: "x".repeat(256) }],
])("400: %s", async (_, body) => {
  const before = await views.get(id);
  expect(refusal(await views.ask(renameView, id, body))).toEqual({ status: 400, paths: ["name"] });
  expect(await views.get(id)).toEqual(before);
});
