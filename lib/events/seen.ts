/* What happened to an item, as somebody sees it who reads it before and after. */
import { isDeepStrictEqual } from "node:util";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import type { Change } from "./change.ts";

type Image = Record<string, AttributeValue>;

export interface Seen {
  change: Change;
  /** The item as it is now, or was last. */
  image: Image;
}

/** Nothing where nobody would see a difference: an item that was only locked by a new version, or written as it was. */
export function seenIn({ dynamodb }: DynamoDBRecord): Seen | undefined {
  const before = dynamodb?.OldImage;
  const after = dynamodb?.NewImage;
  const image = after ?? before;
  const entity = image?.["entity"]?.S;
  // what has no entity is a bare counter
  if (!image || !entity) return undefined;
  if (before && after && isDeepStrictEqual(visible(before), visible(after))) return undefined;
  const { pk, sk, version } = image;
  const kind = !before ? "created" : after ? "changed" : "removed";
  const key = { pk: pk?.S ?? "", sk: sk?.S ?? "" };
  return { change: { kind, entity, key, version: Number(version?.N ?? 0) }, image };
}

const visible = ({ version: _, ...rest }: Image): Image => rest;
