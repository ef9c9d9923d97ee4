/* CellEdits of cells before they are saved: one request a record at a time, nothing is lost, and nothing is sent twice under two keys. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CellEdits } from "#lib/web/browser/grid/edits";

type Fields = Record<string, unknown>;
class Refused extends Error {
  readonly fieldIds: string[];
  constructor(fieldIds: string[]) {
    super("refused");
    this.fieldIds = fieldIds;
  }
}
class Passing extends Error {}

/** A store that does what a call with a key says once, and answers as `fate` says. */
function aStore(
  fate: (fields: Fields) => "saves" | "refuses" | "is lost" | "loses the answer" = () => "saves",
) {
  const stored: Fields = {};
  const done = new Map<string, string>();
  const said: string[] = [];
  let atOnce = 0;
  let most = 0;
  let keys = 0;
  const edits: CellEdits = new CellEdits({
    save: async (_, fields, key) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      atOnce--;
      const body = JSON.stringify(fields);
      if (done.has(key) && done.get(key) !== body) throw new Error("one key for two bodies");
      const is = done.has(key) ? "saves" : fate(fields);
      const wrong = Object.keys(fields).filter((id) => fields[id] === "wrong");
      if (is === "is lost") throw new Passing();
      if (is === "refuses" || wrong.length > 0) throw new Refused(wrong);
      if (!done.has(key)) Object.assign(stored, fields);
      done.set(key, body);
      if (is === "loses the answer") throw new Passing();
      return { id: "rec", name: "", fields: { ...stored } };
    },
    newKey: () => String(keys++),
    onSaved: () => undefined,
    onRefused: (reason) => said.push(reason),
    onChange: () => undefined,
    isPassing: (error) => error instanceof Passing,
    explain: (error, all) => ({ fieldIds: error instanceof Refused ? error.fieldIds : all, reason: "no" }),
  });
  return { edits, stored, said, most: () => most };
}

test("what is set while a request is on its way goes together with the next one", async () => {
  const { edits, stored, most } = aStore();
  for (const value of [1, 2, 3]) edits.set("rec", "a", value);
  edits.set("rec", "b", "x");
  expect(edits.at("rec", "a")).toMatchObject({ value: 3, state: "saving" });
  expect(edits.unsaved).toBe(2);
  await edits.settle();
  expect(stored).toEqual({ a: 3, b: "x" });
  expect([edits.unsaved, most()]).toEqual([0, 1]);
  expect(edits.at("rec", "a")).toBeUndefined();
});

test("a refused cell keeps its value and its reason; what was sent with it is saved", async () => {
  const { edits, stored, said } = aStore();
  edits.set("rec", "a", 0);
  edits.set("rec", "a", "wrong");
  edits.set("rec", "b", 2);
  await edits.settle();
  expect(stored).toEqual({ a: 0, b: 2 });
  expect(edits.at("rec", "a")).toEqual({ value: "wrong", state: "refused", reason: "no" });
  expect(said).toEqual(["no"]);
  expect(edits.unsaved).toBe(0);
  edits.giveUp("rec", "a");
  expect(edits.at("rec", "a")).toBeUndefined();
});

test("a request that was lost is sent again with its key and its values; what was set meanwhile comes after it", async () => {
  let isOffline = true;
  const { edits, stored } = aStore(() => (isOffline ? "loses the answer" : "saves"));
  edits.set("rec", "a", 1);
  await edits.settle();
  expect(edits.isWaiting).toBe(true);
  edits.set("rec", "a", 2);
  expect(edits.at("rec", "a")).toMatchObject({ value: 2 });
  isOffline = false;
  edits.retry();
  await edits.settle();
  expect(stored).toEqual({ a: 2 });
  expect([edits.unsaved, edits.isWaiting]).toEqual([0, false]);
});

test("whatever is set, lost and refused, in the end the store has the last values that it takes", async () => {
  const step = fc.record({
    field: fc.constantFrom("a", "b", "c"),
    value: fc.oneof(fc.integer(), fc.constant("wrong")),
    fate: fc.constantFrom("saves", "is lost", "loses the answer"),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      let fate: "saves" | "is lost" | "loses the answer" = "saves";
      const { edits, stored } = aStore(() => fate);
      const last = new Map<string, unknown>();
      for (const each of steps) {
        fate = each.fate;
        last.set(each.field, each.value);
        edits.set("rec", each.field, each.value);
        if (each.waits) await edits.settle();
      }
      fate = "saves";
      while (edits.unsaved > 0) {
        edits.retry();
        await edits.settle();
      }
      for (const [field, value] of last)
        if (value === "wrong") expect(edits.at("rec", field)).toMatchObject({ value, state: "refused" });
        else expect(stored[field]).toBe(value);
    }),
  );
});
