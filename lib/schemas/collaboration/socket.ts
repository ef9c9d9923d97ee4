/* The ticket of a socket, and the texts that clients send through it. */
import * as z from "zod";
import { BaseId, FieldId, RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

export const SocketTicket = z
  .object({
    url: z.string().meta({
      description: "The address of the socket, which may have a host of its own.",
      example: "wss://gridless.example.com/socket",
    }),
    ticket: z.string().meta({
      description: `Opens one connection, within ${limits.ticketSeconds} seconds, with the protocols \`gridless\` and the ticket.`,
    }),
  })
  .meta({ id: "SocketTicket" });

const once = <Value>(list: Value[]) => [...new Set(list)];

const about = { baseId: BaseId };

/** What a client sends. */
export const SocketRequest = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("watch"),
      ...about,
      tableIds: z.array(TableId).overwrite(once).min(1).max(limits.tablesPerWatch).optional(),
      since: z.string().min(1).max(200),
    }),
    z.strictObject({ type: z.literal("unwatch"), ...about }),
    z.strictObject({
      type: z.literal("here"),
      ...about,
      tableId: TableId,
      viewId: ViewId,
      recordId: RecordId.optional(),
      fieldId: FieldId.optional(),
    }),
    z.strictObject({ type: z.literal("ping") }),
  ],
  "must be watch, unwatch, here or ping",
);
export type SocketRequest = z.infer<typeof SocketRequest>;
export type SocketRequestOf<Type extends SocketRequest["type"]> = Extract<SocketRequest, { type: Type }>;
