/* The tokens of a base: exact, and never more than the limit, however many ask. */
import { afterEach, expect, test, vi } from "vitest";
import type { Question } from "#lib/ai/provider";
import { ask } from "#lib/data/ai/ask";
import { countTokens, type Held, holdTokens, tokensKey } from "#lib/data/ai/tokens";
import { leavePlace, mostTurns, takePlace } from "#lib/data/ai/turns";
import { newBaseId, newJobId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { aModelServer } from "#test/support/makers/model-server";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.unstubAllEnvs());

const question = (data: string): Question => ({
  model: { key: "m", id: "model-1", takesImages: false },
  instructions: "?",
  data,
  images: [],
  maxTokens: 300,
  within: 5000,
});
const today = () => new Date().toISOString().slice(0, 10);

test("8 clients keep within the limit, and each answer is counted once", async () => {
  const took = { in: 350, out: 150 };
  const server = await aModelServer(() => ({ text: "x", tokens: took }));
  vi.stubEnv("GRIDLESS_AI_DAILY_TOKENS", "10000");
  const baseId = newBaseId();
  const clients = Array.from({ length: 8 }, async (_, client) => {
    const said = [];
    for (let i = 0; i < 5; i++) said.push(await ask(baseId, question(`${client} ${i}`)));
    return said;
  });
  const said = (await Promise.all(clients)).flat();
  const answered = said.filter((each) => "text" in each).length;
  expect(server.asked).toHaveLength(answered);
  expect(answered).toBeGreaterThan(8);
  expect(answered * 500).toBeLessThanOrEqual(10_000);
  expect(await getItem(tokensKey(baseId, today()))).toMatchObject({
    in: 350 * answered,
    out: 150 * answered,
    held: 0,
  });
});

/** Runs two works that read before either writes. The first write is lost; its retry comes after the other work has written. */
async function oneLost(first: () => Promise<unknown>, other: () => Promise<unknown>) {
  const written = Promise.withResolvers<void>();
  let writes = 0;
  const begun = Promise.withResolvers<void>();
  await disturbed(
    async ({ command }) => {
      if (command !== "PutItem" || writes++ > 0) return undefined;
      begun.resolve();
      await written.promise;
      return "not sent";
    },
    () => Promise.all([first(), begun.promise.then(other).then(() => written.resolve())]),
  );
}

test("what is held and counted is in the store, also if the answer to one of two equal writes is lost", async () => {
  const baseId = newBaseId();
  const now = new Date().toISOString();
  const asTold: Held[] = [];
  const hold = async () => void asTold.push(await holdTokens(baseId, 100, now));
  // whether the lost write took effect is unknown, which is an error
  await oneLost(() => expect(hold()).rejects.toMatchObject({ status: 503 }), hold);
  expect(asTold).toEqual([{ day: today(), tokens: 100 }]);
  await hold();
  expect(await getItem(tokensKey(baseId, today()))).toMatchObject({ in: 0, held: 200 });
  const count = () => countTokens(baseId, { day: today(), tokens: 100 }, { in: 20, out: 5 });
  await oneLost(() => expect(count()).rejects.toMatchObject({ status: 503 }), count);
  expect(await getItem(tokensKey(baseId, today()))).toMatchObject({ in: 20, out: 5, held: 100 });
});

test("a provider that counts nothing is counted with the most that it may have taken", async () => {
  await aModelServer(() => ({ text: "x", tokens: null }));
  const baseId = newBaseId();
  await ask(baseId, question("a"));
  const { in: tokens } = (await getItem(tokensKey(baseId, today()))) as unknown as { in: number };
  expect(tokens).toBeGreaterThan(300);
});

test("the same question of another model, or another base, is asked", async () => {
  const server = await aModelServer(() => "x");
  const [one, other] = [newBaseId(), newBaseId()];
  await ask(one, question("a"));
  await ask(one, question("a"));
  await ask(one, { ...question("a"), model: { key: "v", id: "model-2", takesImages: true } });
  await ask(other, question("a"));
  expect(server.asked).toHaveLength(3);
});

test("so many turns ask for a base at the same time, and no more", async () => {
  const baseId = newBaseId();
  const jobs = Array.from({ length: 8 }, newJobId);
  const taken = await Promise.all(jobs.map((id) => takePlace(baseId, id)));
  expect(taken.filter(Boolean)).toHaveLength(mostTurns);
  const [first = newJobId()] = jobs.filter((_, i) => taken[i]);
  // a turn that was cut off goes on
  expect(await takePlace(baseId, first)).toBe(true);
  await leavePlace(baseId, first);
  expect(await takePlace(baseId, newJobId())).toBe(true);
});
