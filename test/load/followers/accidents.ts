/* What goes wrong between a write and those who follow: the stream comes late and twice, its readers are killed, texts to connections are lost. */
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import type { Poster } from "#lib/socket/poster";
import { process, someAccidents } from "#test/support/events/processes";
import { chance, random } from "#test/support/run/chance";
import { startPump } from "#test/support/sockets/pump";

/** A text to a connection is lost, comes twice or late. */
export const disturbPosts = (poster: Poster): Poster => ({
  close: (id, code) => poster.close(id, code),
  async post(id, text) {
    const kind = chance();
    if (kind < 0.15) return true;
    if (kind < 0.3) await poster.post(id, text);
    if (kind < 0.45) await wait(random(400));
    return poster.post(id, text);
  },
});

/** No hint arrives. What a client is answered does: its ticket, and what is after its own place. */
export const loseHints = (poster: Poster): Poster => {
  const answered = new Set<string>();
  return {
    close: (id, code) => poster.close(id, code),
    async post(id, text) {
      const isHint = text.startsWith('{"type":"changes"') && answered.has(id);
      answered.add(id);
      return isHint || poster.post(id, text);
    },
  };
};

const shards = 3;
const shardOf = ({ dynamodb }: DynamoDBRecord) =>
  (dynamodb?.Keys?.["pk"]?.S ?? "").split("").reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % shards;

/** Brings a shard in its order, again until all of it is taken; some of it late, twice, or by two dispatchers. */
function shardReader(dispatch: (event: { Records: DynamoDBRecord[] }) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve();
  const takeAll = async (Records: DynamoDBRecord[]) => {
    for (;;) {
      const ended = await process(someAccidents(0.04), () => dispatch({ Records })).catch(() => undefined);
      const answer = ended?.result as { batchItemFailures?: unknown[] } | undefined;
      if (answer?.batchItemFailures?.length === 0) return;
    }
  };
  const bring = async (records: DynamoDBRecord[]) => {
    if (chance() < 0.2) await wait(random(300));
    const half = records.slice(0, random(records.length + 1));
    if (chance() < 0.2 && half.length > 0) await takeAll(half);
    await Promise.all([takeAll(records), ...(chance() < 0.2 ? [takeAll(records)] : [])]);
  };
  return (records: DynamoDBRecord[]) => {
    last = last.then(() => bring(records));
    return last;
  };
}

/** The stream and its consumers, with all of that. */
export function startDisturbedPump() {
  const readers: ReturnType<typeof shardReader>[] = [];
  const bringing = new Set<Promise<unknown>>();
  const pump = startPump({
    async bring(records, dispatch) {
      for (const [shard, some] of Map.groupBy(records, shardOf)) {
        readers[shard] ??= shardReader(dispatch);
        const going = readers[shard](some);
        bringing.add(going);
        void going.finally(() => bringing.delete(going));
      }
    },
    deliveries: () => Array.from({ length: [1, 1, 1, 2, 0][random(5)] ?? 1 }, () => random(200)),
  });
  return {
    async stop(): Promise<void> {
      while (bringing.size > 0) await Promise.all(bringing);
      await pump.stop();
    },
  };
}
