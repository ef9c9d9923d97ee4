/*
 * How long a change of one base waits while another base is imported, with a clock of its own: no time passes, and the result is the same each
 * time. It models the way of a change after the answer (docs/design/events-and-jobs.md) with what AWS promises of each step:
 *
 *   writes ──▶ shards of the stream ──▶ dispatcher: 100 records of a shard in a call, one call of a shard at a time
 *          ──▶ queue of a consumer ──▶ `atOnce` calls of 10 messages
 *
 * A fair queue gives the messages of groups first that have less than a tenth of what is in work. The others come in their order.
 */

interface QueueModel {
  /** Changes a second of the base that is imported, and how many in all. */
  imported: { perSecond: number; changes: number };
  /** Changes a second of the other base. */
  otherPerSecond: number;
  /** The most calls of the consumer at the same time. */
  atOnce: number;
  isFair: boolean;
  /** Milliseconds that a call takes with a message of the import in it: more while its partitions are throttled. */
  callMs: number;
}

interface Message {
  isOther: boolean;
  since: number;
}

/** Shards of the stream: one for each partition of DynamoDB. Both bases have keys in all of them, which is the worst case. */
const shards = 4;
const perDispatch = 100;
const dispatchMs = 150;
const perCall = 10;
/** Until the work for a message of the other base is done. */
const ownCallMs = 100;
const stepMs = 10;

/** Milliseconds that the changes of the other base waited at most, and messages that waited at most, until the import has ended. */
export function longestWait({ imported, otherPerSecond, atOnce, isFair, callMs }: QueueModel): {
  waited: number;
  queued: number;
} {
  const stream: Message[][] = Array.from({ length: shards }, () => []);
  const busyUntil = stream.map(() => 0);
  const noisy: Message[] = [];
  const quiet: Message[] = [];
  let noisyFrom = 0;
  let calls: { until: number; ofImport: number; other: number }[] = [];
  let waited = 0;
  let queued = 0;
  const begun = { import: 0, other: 0 };
  const lasts = (imported.changes / imported.perSecond) * 1000;

  /** The messages of one call, the quiet group's first; without fairness the oldest. */
  function receive(): Message[] {
    const taken: Message[] = [];
    const inWork = calls.reduce((sum, call) => sum + call.ofImport + call.other, 0);
    const own = calls.reduce((sum, call) => sum + call.other, 0);
    const isQuiet = isFair && own <= inWork / 10;
    while (taken.length < perCall) {
      const [first, next] = [quiet[0], noisy[noisyFrom]];
      if (first && (isQuiet || !next || first.since <= next.since)) {
        taken.push(first);
        quiet.shift();
      } else if (next) {
        taken.push(next);
        noisyFrom++;
      } else break;
    }
    return taken;
  }

  for (let now = 0; now < lasts; now += stepMs) {
    for (; begun.import < (imported.perSecond * now) / 1000; begun.import++)
      stream[begun.import % shards]?.push({ isOther: false, since: now });
    for (; begun.other < (otherPerSecond * now) / 1000; begun.other++)
      stream[begun.other % shards]?.push({ isOther: true, since: now });
    for (const [i, shard] of stream.entries()) {
      if (now < (busyUntil[i] ?? 0) || shard.length === 0) continue;
      busyUntil[i] = now + dispatchMs;
      for (const each of shard.splice(0, perDispatch)) (each.isOther ? quiet : noisy).push(each);
    }
    queued = Math.max(queued, noisy.length - noisyFrom + quiet.length);
    calls = calls.filter(({ until }) => until > now);
    while (calls.length < atOnce) {
      const taken = receive();
      if (taken.length === 0) break;
      const other = taken.filter(({ isOther }) => isOther);
      const isMixed = other.length < taken.length;
      const until = now + (isMixed ? callMs : ownCallMs);
      // the changes of a call are handled at the same time, each without waiting for the others
      for (const { since } of other) waited = Math.max(waited, now + ownCallMs - since);
      calls.push({ until, ofImport: taken.length - other.length, other: other.length });
    }
  }
  return { waited, queued };
}
