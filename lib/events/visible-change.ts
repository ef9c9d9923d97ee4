/* What happened to an item, as somebody sees it who reads it before and after. */
import { isDeepStrictEqual } from "node:util";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import type { Change } from "./change.ts";

export type Image = Record<string, AttributeValue>;

export interface VisibleChange {
  change: Change;
  /** The item as it is now, or was last. */
  image: Image;
}

/** What the item is; what has no entity is a bare counter. */
export const entityIn = ({ dynamodb }: DynamoDBRecord): string | undefined =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.["entity"]?.S;

/** Nothing where nobody would see a difference: an item that was only locked by a new version, or written as it was. */
export function visibleChange(record: DynamoDBRecord): VisibleChange | undefined {
  const { before, after } = imagesIn(record);
  const image = after ?? before;
  const entity = image?.["entity"]?.S;
  if (!image || !entity) return undefined;
  if (before && after && looksLike(before, after)) return undefined;
  const { pk, sk, version } = image;
  const kind = !before ? "created" : after ? "changed" : "removed";
  const key = { pk: pk?.S ?? "", sk: sk?.S ?? "" };
  const change = { kind, entity, key, version: Number(version?.N ?? 0), ...timeOf(record) } as const;
  return { change, image };
}

/** Lambda gives seconds, the SDK a Date. */
function timeOf({ dynamodb }: DynamoDBRecord): { time?: string } {
  const at = dynamodb?.ApproximateCreationDateTime as number | Date | undefined;
  if (at === undefined) return {};
  return { time: new Date(typeof at === "number" ? at * 1000 : at).toISOString() };
}

/** The item as a reader would have seen it before, and after. */
export const imagesIn = ({ dynamodb }: DynamoDBRecord): { before?: Image; after?: Image } => {
  const before = committed(dynamodb?.OldImage);
  const after = committed(dynamodb?.NewImage);
  return { ...(before && { before }), ...(after && { after }) };
};

/**
 * The item if it was there whatever a staged commit intends with it (lib/store/intents.ts). So a change is heard of once, when the
 * commit is finished, and nothing of one that is undone.
 */
const committed = (image: Image | undefined): Image | undefined =>
  image?.["commit"] && !image["next"] ? undefined : image;

/** Images are large and many, so they are compared as they are. */
function looksLike(one: Image, other: Image): boolean {
  const isSame = (name: string) => isUnseen.has(name) || isDeepStrictEqual(one[name], other[name]);
  return (
    Object.keys(one).every(isSame) && Object.keys(other).every((name) => name in one || isUnseen.has(name))
  );
}

/** Where a record's row was put is no part of the record, and how far a view is frozen nobody is shown. */
const isUnseen: ReadonlySet<string> = new Set([
  "version",
  "commit",
  "next",
  "moved",
  "moves",
  "frozen",
  "freezing",
  "sortings",
]);
