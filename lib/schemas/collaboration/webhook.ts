/* Webhooks and their deliveries in requests and responses. */
import * as z from "zod";
import {
  CommentId,
  DeliveryId,
  FieldId,
  RecordId,
  TableId,
  UserId,
  ViewId,
  WebhookId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Time } from "#lib/schemas/basics/text";
import { WebAddress } from "#lib/schemas/basics/url";

export const eventSubjects = ["record", "field", "view", "comment"] as const;
export const eventVerbs = ["created", "updated", "deleted"] as const;
export type EventSubject = (typeof eventSubjects)[number];
export type EventVerb = (typeof eventVerbs)[number];
type EventType = `${EventSubject}.${EventVerb}`;
const eventTypes = eventSubjects.flatMap((subject) =>
  eventVerbs.map((verb) => `${subject}.${verb}` as const),
);

const EventType = z.enum(eventTypes).meta({
  id: "EventType",
  description:
    "`record.updated`: any cell of the record changed. `comment.updated`: the content or the reactions changed. A batch sends one event for each record.",
});

/** The ids of the things that an event is about. */
export const eventPlace = {
  tableId: TableId.optional(),
  recordId: RecordId.optional(),
  fieldId: FieldId.optional(),
  viewId: ViewId.optional(),
  commentId: CommentId.optional(),
  computed: z.literal(true).optional().meta({
    description: "A cell follows from a change of another record, for example a link that was made there.",
  }),
  fieldIds: z.array(FieldId).optional().meta({
    description:
      "`record.updated`: the fields whose cells changed. Formulas, and what lookups and rollups show, follow from cells and are not listed.",
  }),
  by: UserId.optional().meta({
    description:
      "Who created or changed it. Absent for a deletion, a field, a reaction, an import, something restored, and what a job did by itself.",
  }),
  version: z.number().optional().meta({
    description:
      "Orders the events of one record, field, view or comment: a later change has a higher number, with gaps; a deletion has that of the last change.",
  }),
};

const once = <Value>(list: Value[]) => [...new Set(list)];
const Include = z
  .array(z.enum(["previous"]))
  .overwrite(once)
  .meta({
    description:
      "`previous`: a `record.updated` that a user caused also brings `previous`, the cells as they were before, by field id; null for an empty one.",
  });
const Events = z.array(EventType).min(1).max(100).overwrite(once);
const example = {
  url: "https://receiver.example.com/gridless",
  events: ["record.created", "record.updated", "record.deleted"] as EventType[],
};

const Address = WebAddress.meta({
  description: "An https address with a public host name. Redirects are not followed.",
});

export const NewWebhook = z
  .object({
    url: Address,
    events: Events,
    tableIds: z
      .array(TableId)
      .min(1)
      .max(limits.tablesPerWebhook)
      .overwrite(once)
      .optional()
      .meta({ description: "Only events of these tables. Default: all tables of the base, later ones too." }),
    include: Include.optional(),
  })
  .meta({ id: "NewWebhook", examples: [{ ...example, tableIds: ["tbl4mSa1Cw6nZ8tQ0Yh"] }] });
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookUpdate = z
  .object({ url: Address.optional(), events: Events.optional(), include: Include.optional() })
  .meta({
    id: "WebhookUpdate",
    description: "Members left out keep their values.",
    examples: [
      { url: "https://receiver.example.com/other" },
      { events: ["record.updated"], include: ["previous"] },
    ],
  });
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

const shown = {
  id: WebhookId,
  url: z.string(),
  events: z.array(EventType),
  tableIds: z.array(TableId).optional(),
  include: Include.optional(),
  createdBy: UserId,
  createdTime: Time,
  failingSince: Time.optional().meta({
    description: "The time of the first failure, if every delivery since then has failed.",
  }),
  disabled: z.object({ time: Time, reason: z.string() }).optional().meta({
    description:
      "The webhook gets no more events, because every delivery failed for a day or it responded with 410. It is enabled again when it accepts a test event or a resent event; it then gets the events that happen from then on.",
  }),
};
const shownExample = {
  id: "whk4mSa1Cw6nZ8tQ0Yh",
  ...example,
  createdBy: "usr4mSa1Cw6nZ8tQ0Yh",
  createdTime: "2026-01-31T09:30:00.000Z",
};

export const Webhook = z.object(shown).meta({ id: "Webhook", examples: [shownExample] });
export type Webhook = z.infer<typeof Webhook>;

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
export const CreatedWebhook = z
  .object({
    ...shown,
    secret: z
      .string()
      .meta({ description: "Signs the requests to the webhook. Shown only in this response." }),
  })
  .meta({ id: "CreatedWebhook", examples: [{ ...shownExample, secret }] });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookSecret = z
  .object({ id: WebhookId, secret: z.string().meta({ description: "Shown only in this response." }) })
  .meta({ id: "WebhookSecret", examples: [{ id: shownExample.id, secret }] });

export const QueuedDelivery = z
  .object({ deliveryId: DeliveryId })
  .meta({ id: "QueuedDelivery", examples: [{ deliveryId: "evt0VVWX2c90f1e2d3c4b5a69788796a5b4" }] });

export const DeliveriesQuery = z.strictObject({
  cursor: DeliveryId.optional().meta({ description: "The `nextCursor` of the previous page." }),
});

const Attempt = z.object({
  time: Time,
  status: z.number().optional(),
  answer: z
    .string()
    .optional()
    .meta({ description: `The first ${limits.receiverAnswerLength} characters of the receiver's response.` }),
  problem: z
    .string()
    .optional()
    .meta({
      description: "Why there was no response, or no request was sent.",
      examples: ["could not be reached"],
    }),
});

export const Delivery = z
  .object({
    id: DeliveryId.meta({
      description: "The id of the event; the receiver gets it in the header `webhook-id`.",
    }),
    type: z.union([EventType, z.literal("webhook.test")]),
    timestamp: Time,
    ...eventPlace,
    state: z.enum(["waiting", "delivered", "failed"]),
    attempts: z.number(),
    nextAttemptTime: Time.optional(),
    lastAttempt: Attempt.optional(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryPage = z
  .object({
    deliveries: z.array(Delivery).meta({ description: "The newest first." }),
    nextCursor: DeliveryId.nullable().meta({ description: "null on the last page." }),
  })
  .meta({ id: "DeliveryPage" });
export type DeliveryPage = z.infer<typeof DeliveryPage>;
