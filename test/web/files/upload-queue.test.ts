/* Files on their way to cells: sent a few at once, written together, and never lost. */
import { expect, test } from "vitest";
import { type CellPlace, type CellUpload, UploadQueue } from "#lib/web/browser/files/upload-queue";

const cell = (recordId: string): CellPlace => ({ tableId: "tbl", recordId, fieldId: "fld" });
const files = (...names: string[]) => names.map((name) => new File([name], name));

interface Begun {
  name: string;
  signal: AbortSignal;
  onSent: (share: number) => void;
  resolve: (sent: string) => void;
  reject: (error: Error) => void;
}

/** A queue whose files arrive when the test says so. */
function aQueue({
  most = 2,
  keep = async () => {},
}: {
  most?: number;
  keep?: (names: string[]) => Promise<void>;
} = {}) {
  const begun: Begun[] = [];
  const kept: string[] = [];
  const list: { now: readonly CellUpload<string>[] } = { now: [] };
  const queue = new UploadQueue<string>({
    most,
    send: ({ name }, { signal, onSent }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        begun.push({ name, signal, onSent, resolve, reject });
      }),
    keep: async ({ recordId }, all) => {
      await keep(all.map(({ sent }) => sent));
      kept.push(`${recordId}: ${all.map(({ sent }) => sent).join()}`);
    },
    examine: ({ size }) => (size > 5 ? "too large" : undefined),
    explain: (error) => (error instanceof Error ? error.message : "?"),
    onChange: (now) => {
      list.now = now;
    },
  });
  const states = () => list.now.map(({ file, state }) => `${file.name} ${state}`);
  const of = (name: string) => {
    const found = list.now.find(({ file }) => file.name === name);
    if (!found) throw new Error(`${name} is not in the list`);
    return found;
  };
  /** The bytes of a file are there. */
  const arrive = async (name: string) => {
    begun.findLast((each) => each.name === name)?.resolve(name);
    await settled();
  };
  return { queue, begun, kept, states, of, arrive };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("some are sent at once; what was added together is written together, in its order", async () => {
  const { queue, begun, kept, states, of, arrive } = aQueue();
  queue.add(cell("rec"), files("a", "b", "c"));
  expect(states()).toEqual(["a sending", "b sending", "c queued"]);
  begun[0]?.onSent(0.5);
  expect(of("a").share).toBe(0.5);
  await arrive("b");
  expect(states()).toEqual(["a sending", "b sent", "c sending"]);
  await arrive("c");
  expect(kept).toEqual([]);
  await arrive("a");
  expect(kept).toEqual(["rec: a,b,c"]);
  expect(states()).toEqual([]);
});

test("one that fails stays with its reason while the others are written, and is tried again", async () => {
  const { queue, begun, kept, states, of, arrive } = aQueue();
  queue.add(cell("rec"), files("a", "b"));
  begun[0]?.reject(new Error("no connection"));
  await arrive("b");
  expect(kept).toEqual(["rec: b"]);
  expect(states()).toEqual(["a failed"]);
  expect(of("a").reason).toBe("no connection");
  queue.retry(of("a").id);
  expect(states()).toEqual(["a sending"]);
  await arrive("a");
  expect(kept).toEqual(["rec: b", "rec: a"]);
});

test("one that is cancelled is stopped, and holds up nothing", async () => {
  const { queue, begun, kept, states, of, arrive } = aQueue({ most: 1 });
  queue.add(cell("rec"), files("a", "b"));
  queue.cancel(of("a").id);
  await settled();
  expect(begun[0]?.signal.aborted).toBe(true);
  expect(states()).toEqual(["b sending"]);
  await arrive("b");
  expect(kept).toEqual(["rec: b"]);
  queue.add(cell("rec"), files("c", "d"));
  await arrive("c");
  queue.cancel(of("d").id);
  await settled();
  expect(kept).toEqual(["rec: b", "rec: c"]);
});

test("what is too large is not sent, and another try is of no use", async () => {
  const { queue, begun, states, of } = aQueue();
  queue.add(cell("rec"), files("enormous"));
  expect(states()).toEqual(["enormous failed"]);
  queue.retry(of("enormous").id);
  expect(begun).toEqual([]);
  expect(states()).toEqual(["enormous failed"]);
});

test("if the cell cannot be written the bytes are kept: another try only writes it", async () => {
  const problems = [new Error("gone"), undefined];
  const { queue, begun, kept, states, of, arrive } = aQueue({
    async keep() {
      const problem = problems.shift();
      if (problem) throw problem;
    },
  });
  queue.add(cell("rec"), files("a"));
  await arrive("a");
  expect(states()).toEqual(["a failed"]);
  queue.retry(of("a").id);
  await settled();
  expect(kept).toEqual(["rec: a"]);
  expect(begun).toHaveLength(1);
});

test("writes of cells come one after the other, in whatever order files arrive", async () => {
  let running = 0;
  const { queue, kept, arrive } = aQueue({
    most: 5,
    async keep() {
      expect(++running).toBe(1);
      await settled();
      running--;
    },
  });
  queue.add(cell("one"), files("a"));
  queue.add(cell("one"), files("b"));
  await Promise.all([arrive("b"), arrive("a")]);
  await settled();
  await settled();
  expect(kept).toEqual(["one: b", "one: a"]);
});
