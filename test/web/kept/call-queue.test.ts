/* Calls that wait: each is done once, in the order of its lane, also by the page after this one, and none vanishes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallQueue, type KeptCall } from "#lib/web/browser/kept/call-queue";

class Passing extends Error {}

interface Said {
  lane: string;
  text: string;
}
type Fate = "is done" | "is refused" | "is lost" | "loses the answer";

/** A server that does a call once for its key, and pages at it that share what they keep. */
function aServer(fate: (said: Said) => Fate = () => "is done") {
  const done: Said[] = [];
  const keys = new Map<string, string>();
  const kept = new Map<string, KeptCall<Said>>();
  let made = 0;
  const aPage = () => {
    const refused: string[] = [];
    const shown: { texts: string[] } = { texts: [] };
    const queue: CallQueue<Said> = new CallQueue<Said>({
      send: async ({ key, body }) => {
        await Promise.resolve();
        const is = keys.has(key) ? "is done" : fate(body);
        if (is === "is lost") throw new Passing();
        if (is === "is refused") throw new Error("no");
        if (!keys.has(key)) done.push(body);
        keys.set(key, body.text);
        if (is === "loses the answer") throw new Passing();
      },
      newKey: () => String(made++),
      laneOf: ({ lane }) => lane,
      keep: ({ key }, each) => {
        if (each) kept.set(key, JSON.parse(JSON.stringify(each)));
        else kept.delete(key);
      },
      findPassing: (error) => (error instanceof Passing ? { isReached: false, pause: 0 } : undefined),
      explain: (error) => (error instanceof Error ? error.message : "?"),
      onChange: (calls) => {
        shown.texts = calls.filter(({ isQuiet }) => !isQuiet).map(({ body }) => body.text);
      },
      onDone: () => undefined,
      onRefused: ({ body }) => refused.push(body.text),
    });
    return { queue, refused, shown };
  };
  return { ...aPage(), aPage, done, kept };
}

const say = (text: string, lane = "a"): Said => ({ lane, text });

test("a call is kept before it is sent, and goes when it is done", async () => {
  const { queue, kept, done, shown } = aServer();
  const outcome = queue.add(say("hello"), () => true);
  expect([...kept.values()].map(({ body }) => body.text)).toEqual(["hello"]);
  expect(shown.texts).toEqual([]);
  expect(await outcome).toEqual({ is: "done" });
  expect([done, kept.size, queue.isUnsent]).toEqual([[say("hello")], 0, false]);
});

test("what is refused is given back to who takes it back; otherwise it stays with its reason until it is given up", async () => {
  const { queue, kept, refused, shown } = aServer(() => "is refused");
  expect(await queue.add(say("one"), () => true)).toEqual({ is: "takenBack", reason: "no" });
  expect([kept.size, refused]).toEqual([0, []]);
  expect(await queue.add(say("two"), () => false)).toEqual({ is: "waiting" });
  expect([shown.texts, refused, queue.isUnsent]).toEqual([["two"], ["two"], false]);
  const [left] = kept.values();
  expect(left?.reason).toBe("no");
  queue.giveUp(left?.key ?? "");
  expect([kept.size, shown.texts]).toEqual([0, []]);
});

test("what is held is sent only if the person says so", async () => {
  const { queue, kept, done } = aServer();
  for (const key of ["x", "y"])
    expect(queue.restore({ key, body: say(key), since: 0 }, key === "x")).toBe(true);
  expect(queue.restore({ key: "x", body: say("x"), since: 0 })).toBe(false);
  queue.retry();
  await expect.poll(() => done).toEqual([say("y")]);
  queue.release(true);
  await expect.poll(() => done).toEqual([say("y"), say("x")]);
  queue.restore({ key: "z", body: say("z"), since: 0 }, true);
  queue.release(false);
  expect([kept.size, done.length]).toEqual([0, 2]);
});

test("whatever happens, each call is done once, in the order of its lane, by this page or by those after it", async () => {
  const fates = fc.constantFrom<Fate>("is done", "is lost", "loses the answer");
  const call = fc.record({ lane: fc.constantFrom("a", "b"), fates: fc.array(fates, { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 6 }), async (calls) => {
      const left = calls.map(({ fates: each }) => [...each]);
      const server = aServer(({ text }) => left[Number(text)]?.shift() ?? "is done");
      let page = server;
      const sent = calls.map(({ lane }, i) => say(String(i), lane));
      for (const each of sent) void page.queue.add(each, () => true);
      for (let turn = 0; turn < 40 && server.kept.size > 0; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (turn % 3 === 2) {
          // the page is gone, and another one takes over
          page.queue.retry = () => undefined;
          page = { ...server, ...server.aPage() };
          for (const each of server.kept.values()) page.queue.restore(each);
        }
        page.queue.retry();
      }
      expect(server.kept.size).toBe(0);
      for (const lane of ["a", "b"])
        expect(server.done.filter((each) => each.lane === lane)).toEqual(
          sent.filter((each) => each.lane === lane),
        );
    }),
    { numRuns: 40 },
  );
});
