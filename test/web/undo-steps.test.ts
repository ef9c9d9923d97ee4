/* Steps that a window can take back: their order, and those whose answers are late or refused. */
import { expect, test } from "vitest";
import { asStep, takeStep } from "#lib/web/browser/undo-steps";

const tableId = "tbl0123456789ABCDEF";
const path = `/table/${tableId}/record`;

/** A call whose answer comes when it is told to. */
function begin(key: string) {
  const answer = Promise.withResolvers<string>();
  const step = asStep(path, async (keys) => {
    const given = await answer.promise;
    keys.push(key);
    return given;
  });
  return { ...answer, step };
}

/** Takes back one step after the other. Gives the keys that the server was asked for. */
async function takeAll(direction: "undo" | "redo"): Promise<string[]> {
  const asked: string[] = [];
  for (;;) {
    const { step } = await takeStep(direction, tableId, async (_, __, key) => {
      asked.push(key);
      return { status: "fulfilled" };
    });
    if (!step) return asked;
  }
}

test("steps are taken back in the order in which they were begun, whatever the order of their answers", async () => {
  const [edit, row] = [begin("edit"), begin("row")];
  row.resolve("made");
  await row.step;
  const taken = takeAll("undo");
  edit.resolve("written");
  expect(await edit.step).toBe("written");
  expect(await taken).toEqual(["row", "edit"]);
  expect(await takeAll("redo")).toEqual(["edit", "row"]);
});

test("a step that is on its way is waited for; one that is refused is none", async () => {
  expect(await takeAll("undo")).toEqual(["row", "edit"]);
  const [kept, refused] = [begin("kept"), begin("refused")];
  const taken = takeAll("undo");
  refused.reject(new Error("no"));
  await expect(refused.step).rejects.toThrow("no");
  kept.resolve("done");
  expect(await taken).toEqual(["kept"]);
});

test("what several calls did before one was refused is a step", async () => {
  const step = asStep(path, async (keys) => {
    keys.push("first");
    keys.push("second");
    throw new Error("no");
  });
  await expect(step).rejects.toThrow("no");
  expect(await takeAll("undo")).toEqual(["second", "first"]);
});
