/* Cards that were moved and are not read again yet: where they are shown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { GridRow } from "#lib/web/browser/grid/answers";
import { StackRows } from "#lib/web/browser/kanban/stack-rows";

const rowOf = (id: string): GridRow => ({ id, name: id, fields: {} });

/** A stack whose records the server gives as `list.ids` has them then. */
async function aStack(ids: string[]) {
  const list = { ids };
  let changes = 0;
  const rows: StackRows = new StackRows({
    askPage: async ({ take, skip = 0, cursor }) => {
      const from = Number(cursor ?? skip);
      const page = list.ids.slice(from, from + take);
      const end = from + page.length;
      return { records: page.map(rowOf), nextCursor: end < list.ids.length ? String(end) : null };
    },
    onChange: () => changes++,
    onProblem: (error) => {
      throw error;
    },
  });
  rows.want(0, 50);
  await rows.window.read(0, 50);
  const shown = () => Array.from({ length: rows.count }, (_, i) => rows.at(i)?.id);
  return { rows, list, shown, changes: () => changes };
}

const many = Array.from({ length: 12 }, (_, i) => `rec${i}`);
const move = fc.record({
  what: fc.nat(17),
  beside: fc.nat(30),
  how: fc.constantFrom("before", "after", "end", "away"),
});

test("records are shown where each of them was moved, also beside others that were moved", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 6 }), async (moves) => {
      const { rows, shown } = await aStack(many);
      const model = [...many];
      const done = new Set<string>();
      for (const { what, beside, how } of moves) {
        const id = `rec${what}`;
        if (done.has(id)) continue;
        done.add(id);
        const others = model.filter((each) => each !== id);
        const anchorId = others[beside % others.length] ?? "";
        if (model.includes(id)) model.splice(model.indexOf(id), 1);
        if (how === "away") rows.takeOut(rowOf(id));
        else if (how === "end") {
          model.push(id);
          rows.putIn(rowOf(id), undefined);
        } else {
          model.splice(model.indexOf(anchorId) + (how === "after" ? 1 : 0), 0, id);
          rows.putIn(rowOf(id), { anchorId, position: how });
        }
        expect(shown()).toEqual(model);
        for (const [i, each] of model.entries()) expect(rows.indexOf(each)).toBe(i);
      }
    }),
    { numRuns: 60 },
  );
});

test("what was saved stays as it was moved until the rows were read again, and is then where the server has it", async () => {
  const { rows, list, shown } = await aStack(["a", "b", "c"]);
  rows.takeOut(rowOf("a"));
  rows.putIn(rowOf("x"), { anchorId: "b", position: "after" });
  expect(shown()).toEqual(["b", "x", "c"]);
  // the server sorts it elsewhere
  list.ids = ["b", "c", "x"];
  rows.keep("a");
  rows.keep("x");
  expect(shown()).toEqual(["b", "x", "c"]);
  await expect.poll(shown).toEqual(["b", "c", "x"]);
});

test("a page that was asked for before it was saved changes nothing of it", async () => {
  const { rows, list, shown } = await aStack(["a", "b"]);
  rows.window.reload();
  rows.takeOut(rowOf("a"));
  await rows.window.read(0, 1);
  await Promise.resolve();
  expect(shown()).toEqual(["b"]);
  list.ids = ["b"];
  rows.keep("a");
  await expect.poll(() => rows.window.count).toBe(1);
  expect(shown()).toEqual(["b"]);
});

test("what was refused is where it was", async () => {
  const { rows, shown, changes } = await aStack(["a", "b"]);
  rows.putIn(rowOf("a"), { anchorId: "b", position: "after" });
  expect(shown()).toEqual(["b", "a"]);
  const before = changes();
  rows.putBack("a");
  expect(shown()).toEqual(["a", "b"]);
  expect(changes()).toBe(before + 1);
});
