/* A record of the stream as a visible change: what a reader of the item would see before and after. */
import { isDeepStrictEqual } from "node:util";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";
import { parsePacked, unpackCells, unpackMembers } from "#lib/schemas/records/packed-record";
import type { Change, Edit } from "./change.ts";

/** An item in the format of the stream. */
export type Image = Record<string, AttributeValue>;

/** A change that a reader of the item can see. */
export interface VisibleChange {
  change: Change;
  /** The item after the change, or before it was removed. */
  image: Image;
  /** The item before the change. */
  before?: Image;
  /** Only the row of a record was moved, thumbnails were noted in it, or the rows of a view were sorted. */
  isQuiet: boolean;
}

/** The kind of the item, for example `record`; undefined for counters, which have none. */
export const entityIn = ({ dynamodb }: DynamoDBRecord): string | undefined =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.["entity"]?.S;

/** As `seeChange`, but undefined for a quiet change. */
export function visibleChange(record: DynamoDBRecord): VisibleChange | undefined {
  const seen = seeChange(record);
  return seen?.isQuiet ? undefined : seen;
}

/** Undefined if no difference is visible: the item was written unchanged, or with only a new version to lock it. */
export function seeChange(record: DynamoDBRecord): VisibleChange | undefined {
  const { before, after } = imagesIn(record);
  if (isCopied(after)) return undefined;
  const image = after ?? before;
  const entity = image?.["entity"]?.S;
  if (!image || !entity) return undefined;
  if (before && after && isSame(before, after, unseen)) return undefined;
  const { pk, sk, version } = image;
  const kind = !before ? "created" : after ? "changed" : "removed";
  const key = { pk: pk?.S ?? "", sk: sk?.S ?? "" };
  const isComputed = kind === "changed" && !isDeepStrictEqual(before?.["recomputes"], after?.["recomputes"]);
  const about = { kind, entity, key, version: Number(version?.N ?? 0), ...timeOf(record) } as const;
  const edit = after && editIn(before, after, about.time);
  const change = {
    ...about,
    ...(isComputed && { computed: true as const }),
    ...(edit && Object.keys(edit).length > 0 && { edit }),
  };
  const isQuiet = before !== undefined && after !== undefined && isSameButPlace(before, after);
  return { change, image, ...(before && { before }), isQuiet };
}

/**
 * Whether an item came like this from another cell: what followed from its changes was done there (docs/design/cells.md). Later changes of it have
 * another version.
 */
export const isCopied = (after: Image | undefined): boolean =>
  after?.["copied"]?.N !== undefined && after["copied"].N === after["version"]?.N;

/** Whether the command that moves spaces removed a copy again: it first made it an item of no kind (bin/admin/move-space/wire.ts). */
export const isCopyRemoved = (before: Image | undefined, after: Image | undefined): boolean =>
  !after && !before?.["entity"] && isCopied(before);

/** How far the clocks of a request and of the store differ at most, with the time that a commit takes. */
const msApart = msPerMinute;

/**
 * What was edited, by whom and when. Jobs that only add cells leave the author of the last edit; an import or a restored item brings one of
 * its own, from earlier.
 */
function editIn(before: Image | undefined, after: Image, reported?: string): Edit {
  const now = shownIn(after);
  if (!before) {
    const time = now.createdTime;
    const isNow = time && reported && Math.abs(Date.parse(time) - Date.parse(reported)) <= msApart;
    return isNow && after["version"]?.N === "1" ? made(time, now.createdBy) : {};
  }
  const was = shownIn(before);
  const ids = [...namesIn(was.cells, now.cells), ...namesIn(was.more, now.more)];
  // only its author edits a comment
  const editor = after["entity"]?.S === "comment" ? now.createdBy : now.lastModifiedBy;
  const { by, time } = (!isDeepStrictEqual(before["linked"], after["linked"]) && after["linked"]?.M) || {};
  return {
    ...(ids.length > 0 && { fieldIds: [...new Set(ids)].sort() }),
    ...(was.lastModifiedTime === now.lastModifiedTime
      ? made(time?.S, by?.S)
      : made(now.lastModifiedTime, editor)),
  };
}

/** What an edit may change; of a record, with `cells` by the ids of fields, or by `#<column>` (lib/schemas/records/packed-record.ts). */
interface Shown {
  createdTime?: string | undefined;
  createdBy?: string | undefined;
  lastModifiedTime?: string | undefined;
  lastModifiedBy?: string | undefined;
  cells?: Members | undefined;
  more?: Members | undefined;
}
type Members = { [name: string]: unknown };

function shownIn(image: Image): Shown {
  const text = (name: string) => image[name]?.S;
  const { cells, more } = image;
  if (text("entity") === "record" && cells?.S !== undefined) {
    const list = parsePacked(cells.S);
    return { ...unpackMembers(list), cells: unpackCells(list, noColumns, image), more: more?.M };
  }
  return {
    createdTime: text("createdTime"),
    createdBy: text("createdBy"),
    lastModifiedTime: text("lastModifiedTime"),
    lastModifiedBy: text("lastModifiedBy"),
    ...(text("entity") === "record" && { cells: cells?.M, more: more?.M }),
  };
}

const noColumns = { ids: [], numbers: new Map<string, number>() };

const made = (time: string | undefined, by: string | undefined): Edit => ({
  ...(by && { by }),
  ...(time && { time }),
});

/** The names of the members that differ. */
function namesIn(one: Members = {}, other: Members = {}): string[] {
  const names = Object.keys({ ...one, ...other });
  return names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/** Lambda gives the time in seconds, the SDK as a Date. */
function timeOf({ dynamodb }: DynamoDBRecord): { time?: string } {
  const at = dynamodb?.ApproximateCreationDateTime as number | Date | undefined;
  if (at === undefined) return {};
  return { time: new Date(typeof at === "number" ? at * msPerSecond : at).toISOString() };
}

/** The item as a reader would see it before and after; undefined where it would see none. */
export const imagesIn = ({ dynamodb }: DynamoDBRecord): { before?: Image; after?: Image } => {
  const before = committed(dynamodb?.OldImage);
  const after = committed(dynamodb?.NewImage);
  return { ...(before && { before }), ...(after && { after }) };
};

/**
 * The item, unless it exists only as the intent of a staged commit (lib/store/intents.ts). So a change is visible once, when the commit
 * is finished, and never if it is undone.
 */
const committed = (image: Image | undefined): Image | undefined =>
  image?.["commit"] && !image["next"] ? undefined : image;

/** Attributes that no response shows: versions, commits, what links carry (`echoes` says of changes), what cells were filled from, what followed from other records, entries of indexes, how often a view was asked for in an order, twins, where an item came from. */
const unseen: ReadonlySet<string> = new Set([
  ...(["version", "commit", "next", "recomputes", "linked", "carries", "carried", "ix"] as const),
  ...(["freezing", "asked", "twins", "threeTwins", "copied"] as const),
]);
/** Those that say where rows are in a view. */
const places: ReadonlySet<string> = new Set([...unseen, "moved", "moves", "frozen", "sortings"]);

/** A change that raises `moves` moved only the row of a record, or noted only thumbnails in its cells. */
const isSameButPlace = (before: Image, after: Image): boolean =>
  !isDeepStrictEqual(before["moves"], after["moves"]) || isSame(before, after, places);

/** Compares without decoding, because images are large and many. */
function isSame(before: Image, after: Image, except: ReadonlySet<string>): boolean {
  const isEqual = (name: string) => except.has(name) || isDeepStrictEqual(before[name], after[name]);
  return (
    Object.keys(before).every(isEqual) &&
    Object.keys(after).every((name) => name in before || except.has(name))
  );
}
