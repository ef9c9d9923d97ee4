/* CellEdits of cells before they are saved: one request a record at a time, nothing is lost, and nothing is sent twice under two keys. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeLists } from "#lib/engine/cells/merge-lists";
import { cellElements, type ListBefore, seenElements } from "#lib/web/browser/cells/field-options";
import { CellEdits, isNewId, type KeptQueue } from "#lib/web/browser/grid/edits";

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
  /** The fields with which records were made. */
  const made: Fields[] = [];
  /** How often each value was written. */
  const written: Fields[] = [];
  let keys = 0;
  const aPage = () => makePage({ stored, done, made, written, newKey: () => String(keys++), fate });
  return { ...aPage(), stored, made, written, aPage };
}

/** A list as the server merges it. */
const merged = (seen: ListBefore, sent: unknown, now: unknown): string[] =>
  mergeLists(
    seen.map((id) => ({ id: String(id) })),
    cellElements<string>(sent),
    cellElements<string>(now),
  );

/** A page at a store. */
function makePage({
  stored,
  done,
  made,
  written,
  newKey,
  fate,
}: {
  stored: Fields;
  done: Map<string, string>;
  made: Fields[];
  written: Fields[];
  newKey: () => string;
  fate: (fields: Fields) => string;
}) {
  const said: string[] = [];
  let atOnce = 0;
  let most = 0;
  const kept = new Map<string, KeptQueue>();
  const edits: CellEdits = new CellEdits({
    save: async (_, { values, seen = {} }, key) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      atOnce--;
      const fields = Object.fromEntries(
        Object.entries(values).map(([id, value]) => [
          id,
          seen[id] ? merged(seen[id], value, stored[id]) : value,
        ]),
      );
      const body = JSON.stringify({ values, seen });
      if (done.has(key) && done.get(key) !== body) throw new Error("one key for two bodies");
      const is = done.has(key) ? "saves" : fate(fields);
      const wrong = Object.keys(fields).filter((id) => fields[id] === "wrong");
      if (is === "is lost") throw new Passing();
      if (is === "refuses" || wrong.length > 0) throw new Refused(wrong);
      if (!done.has(key)) {
        Object.assign(stored, fields);
        written.push(fields);
      }
      done.set(key, body);
      if (is === "loses the answer") throw new Passing();
      return { id: "rec", name: "", fields: { ...stored } };
    },
    make: async (values, key) => {
      await Promise.resolve();
      const body = JSON.stringify(values);
      const [before, id] = done.get(key)?.split(" ") ?? [];
      if (id !== undefined && before !== body) throw new Error("one key for two bodies");
      const is = id === undefined ? fate(values) : "saves";
      const wrong = Object.keys(values).filter((field) => values[field] === "wrong");
      if (is === "is lost") throw new Passing();
      if (is === "refuses" || wrong.length > 0) throw new Refused(wrong);
      if (id === undefined) {
        made.push(values);
        Object.assign(stored, values);
      }
      const row = { id: id ?? `rec${made.length}`, name: "", fields: { ...stored } };
      done.set(key, `${body} ${row.id}`);
      if (is === "loses the answer") throw new Passing();
      return row;
    },
    newKey,
    onSaved: () => undefined,
    onMade: () => undefined,
    onRefused: (reason) => said.push(reason),
    onChange: () => undefined,
    findPassing: (error) => (error instanceof Passing ? { isReached: false, pause: 0 } : undefined),
    keep: (recordId, each) => {
      const before = JSON.stringify(each);
      if (before === undefined) kept.delete(recordId);
      else kept.set(recordId, JSON.parse(before));
    },
    explain: (error, all) => ({ fieldIds: error instanceof Refused ? error.fieldIds : all, reason: "no" }),
  });
  return { edits, kept, said, most: () => most };
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

test("what waits is kept with its key; a page after it shows it, and what was done without an answer is not done again", async () => {
  let is: "saves" | "loses the answer" = "loses the answer";
  const { edits, kept, stored, written, aPage } = aStore(() => is);
  edits.set("rec", "a", 1);
  edits.set("rec", "b", "x");
  await edits.settle();
  edits.set("rec", "a", 2);
  const [queue] = kept.values();
  expect(queue).toMatchObject({ sent: { values: { a: 1 } }, next: { a: 2, b: "x" }, refused: {} });
  const after = aPage();
  if (queue) expect(after.edits.restore("rec", queue)).toBe(true);
  expect(after.edits.at("rec", "a")).toEqual({ value: 2, state: "waiting" });
  expect([after.edits.isWaiting, after.edits.unsaved]).toEqual([true, 2]);
  is = "saves";
  after.edits.retry();
  while (after.edits.unsaved > 0) await after.edits.settle();
  expect(stored).toEqual({ a: 2, b: "x" });
  expect(written).toEqual([{ a: 1 }, { a: 2, b: "x" }]);
  expect(after.kept.size).toBe(0);
});

test("a refused value is kept with its reason, until it is given up or edited", async () => {
  const { edits, kept, aPage } = aStore();
  edits.set("rec", "a", "wrong");
  await edits.settle();
  const [queue] = kept.values();
  const after = aPage();
  if (queue) after.edits.restore("rec", queue);
  expect(after.edits.at("rec", "a")).toEqual({ value: "wrong", state: "refused", reason: "no" });
  expect(after.edits.isWaiting).toBe(false);
  after.edits.set("rec", "a", 1);
  await after.edits.settle();
  edits.giveUp("rec", "a");
  expect([kept.size, after.kept.size]).toEqual([0, 0]);
});

test("what is held is not sent before it is released, also not what is set on top of it; given up, it is gone", async () => {
  const queue = { since: 0, sent: { key: "before", values: { a: 1 } }, next: {}, refused: {} };
  const sent = aStore();
  expect(sent.edits.restore("rec", queue, true)).toBe(true);
  expect(sent.edits.restore("rec", queue, true)).toBe(false);
  sent.edits.retry();
  sent.edits.set("rec", "b", 2);
  await sent.edits.settle();
  expect(sent.stored).toEqual({});
  sent.edits.release(true);
  while (sent.edits.unsaved > 0) await sent.edits.settle();
  expect(sent.stored).toEqual({ a: 1, b: 2 });
  const other = aStore();
  other.edits.restore("rec", queue, true);
  other.edits.release(false);
  await other.edits.settle();
  expect([other.stored, other.edits.unsaved, other.edits.at("rec", "a")]).toEqual([{}, 0, undefined]);
});

test("lists: whatever two pages add and take out, lose, have refused and leave behind, nothing of the other one is lost", async () => {
  const step = fc.record({
    page: fc.constantFrom(0, 1),
    /** An element is added, the first or last one is taken out, or what waits is left to the next page. */
    does: fc.constantFrom("adds", "adds", "takes the first", "takes the last", "leaves"),
    fate: fc.constantFrom("saves", "is lost", "loses the answer", "refuses"),
    waits: fc.boolean(),
    reads: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      let fate: "saves" | "is lost" | "loses the answer" | "refuses" = "saves";
      const { stored, aPage } = aStore(() => fate);
      const pages = [aPage(), aPage()];
      const known: unknown[] = [undefined, undefined];
      const [added, taken] = [new Set<string>(), new Set<string>()];
      let made = 0;
      const change = (i: number, does: string) => {
        const { edits } = pages[i] as (typeof pages)[number];
        const shown = cellElements<string>((edits.at("rec", "a") ?? { value: known[i] }).value);
        const out =
          does === "takes the first" ? shown[0] : does === "takes the last" ? shown.at(-1) : undefined;
        const name = `e${made++}`;
        if (does === "adds") added.add(name);
        if (out !== undefined) taken.add(out);
        const value = does === "adds" ? [...shown, name] : shown.filter((each) => each !== out);
        edits.set("rec", "a", value.length > 0 ? value : null, { seen: seenElements(shown) });
      };
      for (const { page, does, waits, reads, ...each } of steps) {
        fate = each.fate;
        if (reads) known[page] = stored["a"];
        const left = pages[page]?.kept.get("rec");
        if (does !== "leaves") change(page, does);
        else if (left) {
          await pages[page]?.edits.settle();
          const kept = pages[page]?.kept.get("rec");
          pages[page] = aPage();
          if (kept) pages[page]?.edits.restore("rec", kept);
        }
        if (waits) await pages[page]?.edits.settle();
      }
      fate = "saves";
      for (const [i, { edits }] of pages.entries()) {
        await edits.settle();
        edits.retry();
        await edits.settle();
        // what was refused is edited once more
        if (edits.at("rec", "a")) change(i, "adds");
        while (edits.unsaved > 0) {
          edits.retry();
          await edits.settle();
        }
      }
      const expected = [...added].filter((name) => !taken.has(name));
      expect(cellElements<string>(stored["a"]).toSorted()).toEqual(expected.toSorted());
    }),
  );
});

test("a record that is to be made waits, with what is set in it; it is made once, and its cells are written after it", async () => {
  let is: "saves" | "loses the answer" | "is lost" = "loses the answer";
  const { edits, kept, made, written, aPage } = aStore(() => is);
  const id = await edits.make({ a: 1 });
  expect([isNewId(id), edits.newRows().map((row) => row.id)]).toEqual([true, [id]]);
  edits.set(id, "b", "x");
  expect(edits.at(id, "a")).toEqual({ value: 1, state: "waiting" });
  expect([edits.unsaved, edits.isWaiting, edits.at(id, "c")]).toEqual([2, true, undefined]);
  const second = await edits.make({ a: 2 });
  expect([...kept.keys()]).toEqual([id, second]);
  // the page is gone
  const after = aPage();
  for (const [name, queue] of kept) expect(after.edits.restore(name, queue)).toBe(true);
  expect(after.edits.newRows().map((row) => row.id)).toEqual([id, second]);
  is = "saves";
  after.edits.retry();
  while (after.edits.unsaved > 0) await after.edits.settle();
  expect([made, written, after.kept.size]).toEqual([[{ a: 1 }, { a: 2 }], [{ b: "x" }], 0]);
  expect([after.edits.idOf(id), after.edits.newRows()]).toEqual(["rec1", []]);
  // an editor that was opened before writes to the record that is stored
  after.edits.set(id, "a", 3);
  await after.edits.settle();
  expect(written.at(-1)).toEqual({ a: 3 });
});

test("a record that is refused at once is not there; later it stays with the reason, until it is given up or gets what it lacks", async () => {
  let is: "saves" | "refuses" | "is lost" = "refuses";
  const { edits, kept, made, said } = aStore(() => is);
  await expect(edits.make({ a: 1 })).rejects.toThrow("refused");
  expect([kept.size, edits.newRows()]).toEqual([0, []]);
  is = "is lost";
  const ids = [await edits.make({ a: 1 }), await edits.make({})];
  is = "refuses";
  edits.retry();
  await expect.poll(() => said.length).toBe(1);
  edits.retry();
  await expect.poll(() => said.length).toBe(2);
  const [one = "", two = ""] = ids;
  expect(edits.at(one, "a")).toEqual({ value: 1, state: "refused", reason: "no" });
  expect([edits.unsaved, edits.isWaiting, kept.size, edits.newRows().length]).toEqual([0, false, 2, 2]);
  edits.giveUp(two, "a");
  is = "saves";
  edits.set(one, "b", 2);
  await edits.settle();
  expect([made, kept.size, edits.newRows()]).toEqual([[{ a: 1, b: 2 }], 0, []]);
});

test("a record whose first call was refused is made with what was set in it meanwhile, without its place", async () => {
  let hasAnswer = false;
  const { edits, made } = aStore((fields) => (hasAnswer ? ("b" in fields ? "saves" : "refuses") : "is lost"));
  const id = await edits.make({ a: 1 }, { viewId: "v", anchorId: "rec", position: "after" });
  edits.set(id, "b", 2);
  hasAnswer = true;
  edits.retry();
  while (edits.unsaved > 0) await edits.settle();
  expect(made).toEqual([{ a: 1, b: 2 }]);
});

test("whatever is lost, and whichever page goes on, each record is made once, in their order, and its cells are written", async () => {
  const step = fc.record({
    does: fc.constantFrom("makes", "sets", "reloads"),
    fate: fc.constantFrom("saves", "is lost", "loses the answer"),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let fate: "saves" | "is lost" | "loses the answer" = "saves";
      const store = aStore(() => fate);
      let page: Pick<typeof store, "edits" | "kept"> = store;
      const ids: string[] = [];
      const asked: Fields[] = [];
      /** What was set last in each record. */
      const last = new Map<string, number>();
      for (const [i, each] of steps.entries()) {
        fate = each.fate;
        const { edits, kept } = page;
        if (each.does === "makes") {
          asked.push({ a: i });
          ids.push(await edits.make({ a: i }));
        }
        const id = ids.at(-1);
        if (each.does === "sets" && id !== undefined) {
          edits.set(id, "b", i);
          last.set(id, i);
        }
        if (each.waits) await edits.settle();
        if (each.does !== "reloads") continue;
        await edits.settle();
        page = store.aPage();
        for (const [name, queue] of kept) {
          page.edits.restore(name, queue);
          page.kept.set(name, queue);
        }
        // the one before is gone
        edits.retry = () => undefined;
      }
      fate = "saves";
      while (page.edits.unsaved > 0) {
        page.edits.retry();
        await page.edits.settle();
      }
      expect([store.made, page.kept.size]).toEqual([asked, 0]);
      expect(store.written.map(({ b }) => b)).toEqual(expect.arrayContaining([...last.values()]));
    }),
  );
});

test("a new record that is held is not made before it is released; given up, it is gone", async () => {
  const queue = { since: 0, making: { key: "before", values: { a: 1 } }, next: { b: 2 }, refused: {} };
  const { edits, made, written, kept } = aStore();
  edits.restore("newone", queue, true);
  edits.restore("newtwo", { ...queue, making: { key: "other", values: { a: 2 } } });
  edits.retry();
  while (edits.unsaved > 2) await edits.settle();
  expect(made).toEqual([{ a: 2 }]);
  edits.release(true);
  while (edits.unsaved > 0) await edits.settle();
  expect([made, written]).toEqual([
    [{ a: 2 }, { a: 1 }],
    [{ b: 2 }, { b: 2 }],
  ]);
  edits.restore("newthree", queue, true);
  edits.release(false);
  // by an editor that is still open
  edits.set("newthree", "a", 3);
  await edits.settle();
  expect([edits.newRows(), kept.size, edits.unsaved, written.length]).toEqual([[], 0, 0, 2]);
});
