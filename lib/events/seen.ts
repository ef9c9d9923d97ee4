/* What happened to an item, as somebody sees it who reads it before and after. */
import { isDeepStrictEqual } from "node:util";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import type { Change } from "./change.ts";

export type Image = Record<string, AttributeValue>;

export interface Seen {
  change: Change;
  /** The item as it is now, or was last. */
  image: Image;
}

/** Nothing where nobody would see a difference: an item that was only locked by a new version, or written as it was. */
export function seenIn(record: DynamoDBRecord): Seen | undefined {
  const { before, after } = imagesIn(record);
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

/** The item as a reader would have seen it before, and after. */
export const imagesIn = ({ dynamodb }: DynamoDBRecord): { before?: Image; after?: Image } => {
  const before = committed(dynamodb?.OldImage);
  const after = committed(dynamodb?.NewImage);
  return { ...(before && { before }), ...(after && { after }) };
};

/**
 * The item without what a staged commit intends (lib/data/intents.ts): as it was, or none where it was none. So a change is
 * heard of once, when the commit is finished, and nothing of one that is undone.
 */
function committed(image: Image | undefined): Image | undefined {
  if (!image?.["commit"]) return image;
  const { commit: _, next, ...rest } = image;
  return next ? rest : undefined;
}

const visible = ({ version: _, ...rest }: Image): Image => rest;
