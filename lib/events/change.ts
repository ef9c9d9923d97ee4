/*
 * A change as consumers hear of it: what happened to which item, and nothing of what is in it. Records may have 380 KB, a
 * message 256; and who hears of a change late, twice or out of order must look at how things are now in any case.
 */
import * as z from "zod";

const kinds = ["created", "changed", "removed"] as const;

export const Change = z.object({
  kind: z.enum(kinds),
  /** What the item is: `record`, `job` … */
  entity: z.string(),
  key: z.object({ pk: z.string(), sk: z.string() }),
  /** The item's, after the change; of a removed one before it. */
  version: z.number(),
  /** When the store took it, to the second; the same however often it is told. */
  time: z.string().optional(),
});
export type Change = z.infer<typeof Change>;

/** What a consumer wants to hear of. */
export interface Subscription {
  entity: string;
  kinds: readonly Change["kind"][];
  /** The attribute that says when it shall hear of it: an ISO time. Queues wait 15 minutes at most. */
  dueAt?: string;
}

export interface Message {
  change: Change;
  /** How long the queue shall keep it back. */
  delaySeconds: number;
}

/** Puts messages into a queue, and gives those that it did not take. */
export type Send = (queue: string, messages: Message[]) => Promise<Message[]>;
