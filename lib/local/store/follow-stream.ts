/* Follows the store by the stream of its table. */
import { join } from "node:path";
import type { RemoteEnvironment } from "./environment.ts";
import { follow } from "./follower.ts";
import type { Follow } from "./local-store.ts";
import { findStream } from "./store-stream.ts";

/** Called when a shard of the stream is settled up to this record. */
export type OnSettled = (shardId: string, sequence: string) => void;

/** Starts in the background. If the table has no stream, the log says so in one line. */
export function streamFollower(environment: RemoteEnvironment, onSettled?: OnSettled): Follow {
  return ({ folder, dispatch, log }) => {
    const stopping = new AbortController();
    const following = findStream(environment, { signal: stopping.signal, log }).then((found) =>
      found ? follow({ ...found, dispatch, onSettled, log, file: join(folder, "stream.json") }) : undefined,
    );
    async function stop(): Promise<void> {
      stopping.abort();
      await (await following)?.stop();
    }
    // a stream does not say how much is left in it
    return { stop, backlog: () => ({ changes: 0, age: 0 }) };
  };
}
