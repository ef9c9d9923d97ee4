/*
 * A change as consumers receive it: what happened to which item, without the item's values. A record may have 380 KB, a message only 256;
 * and because changes may arrive late, twice or out of order, a consumer must read the current state anyway.
 */
import * as z from "zod";

const kinds = ["created", "changed", "removed"] as const;

export const Change = z.object({
  kind: z.enum(kinds),
  /** What the item is: `record`, `job` … */
  entity: z.string(),
  key: z.object({ pk: z.string(), sk: z.string() }),
  /** The item's version after the change; for a removed item, its last version. */
  version: z.number(),
  /** It followed from a change of another item. */
  computed: z.literal(true).optional(),
  /** ISO 8601; when the store received the change, to the second. The same at every delivery. */
  time: z.string().optional(),
  /**
   * What the item itself says of the edit: the fields whose cells of a record changed, by their ids or as `#<column>`
   * (lib/schemas/records/packed-record.ts), who made it, and when, to the millisecond.
   */
  edit: z
    .object({
      fieldIds: z.array(z.string()).optional(),
      by: z.string().optional(),
      time: z.string().optional(),
    })
    .optional(),
});
export type Edit = NonNullable<Change["edit"]>;
export type Change = z.infer<typeof Change>;

/** The changes that a consumer receives. */
export interface Subscription {
  entity: string;
  kinds: readonly Change["kind"][];
  /** The attribute with the time at which the change is to be delivered (ISO 8601). The delay of a queue is at most 15 minutes. */
  dueAt?: string;
}

/** A change on its way to a queue. */
export interface Message {
  change: Change;
  /** Seconds until the queue delivers it. */
  delaySeconds: number;
  /** Whose it is: no group holds another one up (fair-groups.ts). */
  group: string;
}

/** Sends messages to a queue, and gives those that the queue did not accept. */
export type Send = (queue: string, messages: Message[]) => Promise<Message[]>;
