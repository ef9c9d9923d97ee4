/*
 * The `webhooks` of the document: what a receiver gets for each type of event, as lib/data/webhooks/event-body.ts writes it, with the headers of
 * lib/outgoing/sign.ts.
 */
import * as z from "zod";
import { BaseId, DeliveryId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";
import { Comment } from "#lib/schemas/collaboration/comment";
import {
  type EventSubject,
  type EventVerb,
  eventPlace,
  eventSubjects,
  eventVerbs,
} from "#lib/schemas/collaboration/webhook";
import * as records from "#lib/schemas/records/record";
import { Field } from "#lib/schemas/tables/field";
import { View } from "#lib/schemas/tables/view";
import { exampleOf } from "./example.ts";
import type { Schemas } from "./schemas.ts";
import type { Operation, Parameter, Response, Schema } from "./shape.ts";
import { titled } from "./variants.ts";

const { tableId, recordId, fieldId, viewId, commentId, computed, fieldIds, by, version } = eventPlace;
const table = { tableId: tableId.unwrap() };
const ofRecord = { ...table, recordId: recordId.unwrap() };

/** Subject → the ids that its events always have, the shape of `data`, and what it is about. */
const subjects = {
  record: { place: ofRecord, data: records.Record },
  field: { place: { ...table, fieldId: fieldId.unwrap() }, data: Field },
  view: { place: { ...table, viewId: viewId.unwrap() }, data: View },
  comment: { place: { ...ofRecord, commentId: commentId.unwrap() }, data: Comment },
} as const;

const event = (type: string) => ({
  id: DeliveryId.meta({ description: "The id of the event, as in the header `webhook-id`." }),
  type: z.literal(type),
  timestamp: Time.meta({ description: "When it happened." }),
  baseId: BaseId,
});

function bodyOf(subject: EventSubject, verb: EventVerb): z.ZodType {
  const { place, data } = subjects[subject];
  const isEdit = subject === "record" && verb === "updated";
  return z
    .object({
      ...event(`${subject}.${verb}`),
      ...place,
      version,
      ...(verb !== "deleted" && subject !== "field" && { by }),
      ...(isEdit && { computed, fieldIds }),
      ...(verb !== "deleted" && {
        data: data.optional().meta({
          description: `The ${subject} as it is when the event is sent, without e-mail addresses. Absent if it was deleted meanwhile, or is too large.`,
        }),
      }),
      ...(isEdit && { previous: z.record(z.string(), z.unknown()).optional() }),
    })
    .meta({ id: eventName(subject, verb), description: `The body of the event \`${subject}.${verb}\`.` });
}

const eventName = (subject: string, verb: string) => `${titled(subject)}${titled(verb)}Event`;

const test = z
  .object(event("webhook.test"))
  .meta({ id: "WebhookTestEvent", description: "The body of a test event." });

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", examples: [example] },
});
const headers = [
  header(
    "webhook-id",
    "The id of the event, the same at each attempt. Ignore an event whose id you know.",
    "evt0VVWX2c90f1e2d3c4b5a69788796a5b4",
  ),
  header(
    "webhook-timestamp",
    "The time of this attempt, in seconds. Refuse an old one: it may be a repeated request.",
    "1769851800",
  ),
  header(
    "webhook-signature",
    "Signatures by Standard Webhooks, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64 after `whsec_` in the secret. One must match. For a day after the secret was rotated there are two.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];
const responses: Record<string, Response> = {
  "2XX": { description: "Accepts the event. The body is ignored." },
  410: { description: "Disables the webhook." },
  default: { description: "Refuses the event. It is sent again for a day; `Retry-After` is heeded." },
};

/** Type of an event → its request. Adds the schemas of the bodies to `schemas`. */
export function webhooksOf(schemas: Schemas): Record<string, { post: Operation }> {
  const exampleIn = (schema: Schema): object => Object(exampleOf(schema, schemas.lookUp));
  const operation = (name: string, summary: string, body: z.ZodType, data?: object): { post: Operation } => {
    const schema = schemas.answered(body);
    const example = { ...exampleIn(schema), ...(data && { data }) };
    return {
      post: {
        operationId: `receive${name}`,
        tags: ["webhook"],
        summary,
        description: "The service calls the address of a webhook whose `events` have this type.",
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { "application/json": { schema, example } } },
        responses,
      },
    };
  };
  const dataOf = (subject: EventSubject, verb: EventVerb) => {
    if (verb === "deleted") return undefined;
    const shown = exampleIn(schemas.answered(subjects[subject].data));
    return subject === "record" ? { ...shown, fields: { fld4mSa1Cw6nZ8tQ0Yh: "Ada" } } : shown;
  };
  const all = eventSubjects.flatMap((subject) =>
    eventVerbs.map((verb): [string, { post: Operation }] => [
      `${subject}.${verb}`,
      operation(
        eventName(subject, verb),
        `Receive that a ${subject} was ${verb}`,
        bodyOf(subject, verb),
        dataOf(subject, verb),
      ),
    ]),
  );
  return {
    ...Object.fromEntries(all),
    "webhook.test": operation("WebhookTestEvent", "Receive a test event", test),
  };
}

/**
 * Adds what zod cannot say: the cells before an edit; and any event, which the call that makes a webhook names as its callback. So generators
 * that read only calls, such as oapi-codegen, know the events too.
 */
export function tellEvents(
  schemas: Record<string, Schema>,
  webhooks: Record<string, { post: Operation }>,
  paths: Record<string, Record<string, Operation>>,
): void {
  const refs = Object.entries(webhooks).map(([type, { post }]): [string, string] => [
    type,
    post.requestBody?.content["application/json"]?.schema?.$ref ?? "",
  ]);
  schemas["WebhookEvent"] = {
    description: "The body of an event. Its `type` says which of these it is.",
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(refs) },
  };
  const create = paths["/base/{baseId}/webhook"]?.["post"];
  const [{ post } = {}] = Object.values(webhooks);
  const schema: Schema = { $ref: "#/components/schemas/WebhookEvent" };
  if (create && post)
    create.callbacks = {
      event: {
        "{$request.body#/url}": {
          post: {
            ...post,
            ...{ operationId: "receiveEvent", summary: "Receive an event" },
            requestBody: { required: true, content: { "application/json": { schema } } },
          },
        },
      },
    };
  const { properties } = schemas[eventName("record", "updated")] ?? {};
  if (!properties) return;
  properties["previous"] = {
    type: "object",
    description:
      "With `previous` in `include`: the changed cells before the edit, by field id; null for an empty one.",
    additionalProperties: { anyOf: [{ $ref: "#/components/schemas/Cell" }, { type: "null" }] },
  };
}
