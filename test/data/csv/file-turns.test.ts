import { expect, test, vi } from "vitest";
import { takeFileTurn } from "#lib/data/csv/file-turns";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";

const mebibyte = 1024 ** 2;

/** Reads files that unpack to so many bytes, all at once. */
async function readAll(sizes: number[]) {
  let [running, most] = [0, 0];
  const ends = await Promise.allSettled(
    sizes.map((bytes) =>
      takeFileTurn(bytes, async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return "read";
      }),
    ),
  );
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  return { most, read: ends.length - refused.length, refused };
}

test("of 100 large files at once two are read at a time, 22 in all, and the rest is a 429; then there are turns again", async () => {
  for (let round = 0; round < 2; round++) {
    const { most, read, refused } = await readAll(Array(100).fill(512 * mebibyte));
    expect({ most, read }).toEqual({ most: 2, read: 22 });
    for (const reason of refused)
      expect(reason).toMatchObject({ status: 429, headers: { "retry-after": "5" } });
  }
});

test("300 small files at once are all read, 32 at a time", async () => {
  expect(await readAll(Array(300).fill(1000))).toEqual({ most: 32, read: 300, refused: [] });
});

test("small files that come later do not pass a large one by", async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = takeFileTurn(64 * mebibyte, () => held.promise);
  const some = takeFileTurn(32 * mebibyte, () => held.promise);
  const large = takeFileTurn(64 * mebibyte, async () => order.push("large"));
  const small = takeFileTurn(0, async () => order.push("small"));
  held.resolve();
  await Promise.all([first, some, large, small]);
  expect(order).toEqual(["large", "small"]);
});

test("a file that cannot be read gives its turn to the next one", async () => {
  const fails = () => takeFileTurn(64 * mebibyte, () => Promise.reject(new Error("a bad file")));
  const ends = await Promise.allSettled([fails(), fails(), fails(), takeFileTurn(0, async () => "shown")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
  expect(await takeFileTurn(0, async () => "shown")).toBe("shown");
});

test("a request that is over, and one that has waited for 20 s, leave the queue: nothing is read for them", async () => {
  const held = Promise.withResolvers<void>();
  const runs = [0, 1].map(() => takeFileTurn(64 * mebibyte, () => held.promise));
  const read: string[] = [];
  const over = new AbortController();
  const left = stopReadsOn(over.signal, () => takeFileTurn(0, async () => read.push("left")));
  over.abort(new Stopped("over"));
  await expect(left).rejects.toThrow("over");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const late = takeFileTurn(0, async () => read.push("late"));
    const refused = expect(late).rejects.toMatchObject({ status: 429, headers: { "retry-after": "5" } });
    vi.advanceTimersByTime(20_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  held.resolve();
  await Promise.all(runs);
  expect(await takeFileTurn(0, async () => "read")).toBe("read");
  expect(read).toEqual([]);
});
