/* Makes records of the store's stream. */
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import type { Change, Message } from "#lib/events/change";

type Image = Record<string, unknown>;
let sequence = 0;

function attributeOf(value: unknown): AttributeValue {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return { M: imageOf(value as Image) };
}
const imageOf = (item: Image) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));

/** The next record of the stream. */
export const aRecord = (before: Image | undefined, after: Image | undefined): DynamoDBRecord => ({
  eventName: !before ? "INSERT" : after ? "MODIFY" : "REMOVE",
  dynamodb: {
    SequenceNumber: String(++sequence),
    ...(before && { OldImage: imageOf(before) }),
    ...(after && { NewImage: imageOf(after) }),
  },
});

export const aNote = (more: Image = {}) => ({ pk: "a", sk: "b", entity: "note", version: 1, ...more });

export const aChange = (more: Partial<Change> = {}): Change => ({
  kind: "created",
  entity: "note",
  key: { pk: "a", sk: "b" },
  version: 1,
  ...more,
});

export const aMessage = (more: Partial<Change> = {}, delaySeconds = 0): Message => ({
  change: aChange(more),
  delaySeconds,
  group: "a",
});
