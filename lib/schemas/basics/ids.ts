/*
 * Ids: a prefix that gives the kind, then letters and digits.
 *
 *   base, table, field, view, user, space, token, job   prefix + 16 random of A–Z a–z 0–9
 *   invitation, secret of an application                the same
 *   plugin, its user, its installation in a view        the same
 *   workflow, workflow run, webhook                     the same
 *   share of a view                                     the same, or chosen by the caller
 *   OAuth application                                   clt + 16 random of a–z 0–9
 *   choice                                              cho + 8 random, or chosen by the caller
 *   history entry                                       rhi + 24 of a hash
 *   trash item                                          trs + its table or base, and its key there
 *   attachment                                          act + the first 10 of its file's token + 6 random
 *   delivery of an event                                evt + 8 of the event's time in ms in base 62 + 24 of a hash
 *   record                                              rec + 6 of its autoNumber in base 62 + 10 random
 *   comment                                             com + 8 of the time in ms in base 62 + 8 random
 *   notification                                        not + 8 of its event's time + 8 of a hash of event and recipient
 *
 * The alphabet is in ASCII order, so ids of records, comments and notifications sort by creation time without an index.
 */
import * as z from "zod";
import { limits } from "./limits.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const numberLength = 6;
const timeLength = 8;
const tailLength = 8;

const smallLetters = "0123456789abcdefghijklmnopqrstuvwxyz";

const pattern = (prefix: string, length: number) => new RegExp(`^${prefix}[0-9A-Za-z]{${length}}$`);

const id = <Brand extends string>(kind: Brand, prefix: string, length = 16) =>
  z
    .string()
    .regex(pattern(prefix, length), `must be ${prefix} and ${length} letters or digits`)
    .brand<Brand>()
    .meta({ id: kind, example: prefix + "4mSa1Cw6nZ8tQ0Yh".slice(0, length) });

export const BaseId = id("BaseId", "bse");
export type BaseId = z.infer<typeof BaseId>;
export const TableId = id("TableId", "tbl");
export type TableId = z.infer<typeof TableId>;
export const FieldId = id("FieldId", "fld");
export type FieldId = z.infer<typeof FieldId>;
export const ViewId = id("ViewId", "viw");
export type ViewId = z.infer<typeof ViewId>;
export const RecordId = id("RecordId", "rec");
export type RecordId = z.infer<typeof RecordId>;
export const UserId = id("UserId", "usr");
export type UserId = z.infer<typeof UserId>;
export const SpaceId = id("SpaceId", "spc");
export type SpaceId = z.infer<typeof SpaceId>;
export const AccessTokenId = id("AccessTokenId", "acc");
export type AccessTokenId = z.infer<typeof AccessTokenId>;
export const QueryId = id("QueryId", "qry");
export type QueryId = z.infer<typeof QueryId>;
export const JobId = id("JobId", "job");
export type JobId = z.infer<typeof JobId>;
export const InvitationId = id("InvitationId", "inv");
export type InvitationId = z.infer<typeof InvitationId>;
export const CommentId = id("CommentId", "com");
export type CommentId = z.infer<typeof CommentId>;
export const NotificationId = id("NotificationId", "not");
export type NotificationId = z.infer<typeof NotificationId>;
export const ClientId = z
  .string()
  .regex(/^clt[0-9a-z]{16}$/, "must be clt and 16 small letters or digits")
  .brand<"ClientId">()
  .meta({ id: "ClientId", example: "clt4msa1cw6nz8tq0yh" });
export type ClientId = z.infer<typeof ClientId>;
export const SecretId = id("SecretId", "sec");
export type SecretId = z.infer<typeof SecretId>;
export const PluginId = id("PluginId", "plg");
export type PluginId = z.infer<typeof PluginId>;
export const PluginUserId = id("PluginUserId", "plu");
export type PluginUserId = z.infer<typeof PluginUserId>;
export const WorkflowId = id("WorkflowId", "wfl");
export const RunId = id("RunId", "run");
export type RunId = z.infer<typeof RunId>;
export const WebhookId = id("WebhookId", "whk");
export type WebhookId = z.infer<typeof WebhookId>;
/** Clients may bring ids of their own. */
export const ChoiceId = z
  .string()
  .refine(
    (text) => text !== "" && text.length <= limits.choiceIdLength && text.isWellFormed(),
    `must be text of 1 to ${limits.choiceIdLength} characters`,
  )
  .brand<"ChoiceId">()
  .meta({
    id: "ChoiceId",
    example: "cho4mSa1Cw6",
    description: "Any text, unique in its field.",
  });
export type ChoiceId = z.infer<typeof ChoiceId>;

/** `t`, `b` or `s`, 16 letters of the id of the table, base or space whose trash it is, 13 digits of the time (counted down, newest first), 16 letters. */
export const TrashId = z
  .string()
  .regex(/^trs[tbs][0-9A-Za-z]{16}\d{13}[0-9A-Za-z]{16}$/, "must be the id of a trash item")
  .brand<"TrashId">()
  .meta({ id: "TrashId", example: "trst4mSa1Cw6nZ8tQ0Yh82302189999994mSa1Cw6nZ8tQ0Yh" });
export type TrashId = z.infer<typeof TrashId>;
export const HistoryId = z
  .string()
  .regex(/^rhi[0-9a-f]{24}$/)
  .meta({ id: "HistoryId", example: "rhi0f1e2d3c4b5a69788796a5b4" });

export const DeliveryId = z
  .string()
  .regex(/^evt[0-9A-Za-z]{8}[0-9a-f]{24}$/, "must be the id of a delivery")
  .brand<"DeliveryId">()
  .meta({ id: "DeliveryId", example: "evt0VVWX2c90f1e2d3c4b5a69788796a5b4" });
export type DeliveryId = z.infer<typeof DeliveryId>;

const userId = pattern("usr", 16);
/** Whether the text is a user id. Fast: a request may hold half a million values. */
export const isUserId = (text: string): text is UserId => userId.test(text);

const recordId = pattern("rec", 16);
/** Whether the text is the id of a record. */
export const isRecordId = (text: string): text is RecordId => recordId.test(text);

export const newBaseId = () => `bse${randomText(16)}` as BaseId;
export const newTableId = () => `tbl${randomText(16)}` as TableId;
export const newFieldId = () => `fld${randomText(16)}` as FieldId;
export const newViewId = () => `viw${randomText(16)}` as ViewId;
export const newUserId = () => `usr${randomText(16)}` as UserId;
export const newSpaceId = () => `spc${randomText(16)}` as SpaceId;
export const newAccessTokenId = () => `acc${randomText(16)}` as AccessTokenId;
export const newJobId = () => `job${randomText(16)}` as JobId;
export const newInvitationId = () => `inv${randomText(16)}` as InvitationId;
/** The secret part of an invitation link: 190 random bits. */
export const newInvitationCode = () => randomText(32);
export const newClientId = () => `clt${randomText(16, smallLetters)}` as ClientId;
export const newSecretId = () => `sec${randomText(16)}` as SecretId;
export const newPluginId = () => `plg${randomText(16)}` as PluginId;
export const newPluginUserId = () => `plu${randomText(16)}` as PluginUserId;
export const newPluginInstallId = () => `pli${randomText(16)}`;
/** A new secret of an application or a plugin, in clear text. */
export const newSecret = () => randomText(40, smallLetters);
export const newWebhookId = () => `whk${randomText(16)}` as WebhookId;
export const newShareId = () => `shr${randomText(16)}`;
export const newQueryId = () => `qry${randomText(16)}` as QueryId;
export const newRunId = () => `run${randomText(16)}` as RunId;
export const newChoiceId = () => `cho${randomText(8)}` as ChoiceId;

/** A new id for the record with this autoNumber, from 1. */
export const newRecordId = (autoNumber: number) => (recordIdStart(autoNumber) + randomText(10)) as RecordId;

/** The beginning of the id of the record with this autoNumber. It sorts before that id and after the ids of all earlier records. */
export const recordIdStart = (autoNumber: number): string => `rec${inBase62(autoNumber, numberLength)}`;

/** Whether the number may be an autoNumber; true for 0 too, the position before the first record. */
export const isAutoNumber = (number: unknown): boolean =>
  Number.isInteger(number) && (number as number) >= 0 && (number as number) < 62 ** numberLength;

/** How many characters of a record's id follow its prefix. */
export const recordIdLength = 16;

/** The record id without its prefix, and back: for keys that must be short. */
export const shortRecordId = (id: string): string => id.slice("rec".length);
export const recordIdOf = (short: string): RecordId => `rec${short}` as RecordId;

/** The autoNumber in a record's id. */
export const autoNumberOf = (recordId: string): number => fromBase62(numberIn(recordId));

/** The number of a record as its id has it: no two records of a table have the same. */
export const numberIn = (recordId: string): string => recordId.slice(3, 3 + numberLength);

/** Whether an id belongs to the record with this number. */
export const hasNumber = (recordId: string, number: string): boolean => recordId.startsWith(number, 3);

/** A new comment id; `now` is ISO 8601 UTC. */
export const newCommentId = (now: string) => timedId("com", now) as CommentId;

const lastIds = new Map<string, { time: number; tail: number }>();

/**
 * An id that begins with the time. It sorts after the previous one of this process: in the same millisecond, or when the clock
 * was turned back, it takes the time of the previous one.
 */
function timedId(prefix: string, now: string): string {
  const last = lastIds.get(prefix);
  let time = Date.parse(now);
  let tail = fromBase62(randomText(tailLength));
  if (last && last.time >= time) {
    // after the last id of a millisecond comes the first of the next
    const isFull = last.tail + 1 === 62 ** tailLength;
    time = isFull ? last.time + 1 : last.time;
    if (!isFull) tail = last.tail + 1;
  }
  lastIds.set(prefix, { time, tail });
  return prefix + inBase62(time, timeLength) + inBase62(tail, tailLength);
}

/** The id of the delivery of an event at `time` (ISO 8601 UTC); `tail` distinguishes events of the same time. */
export const deliveryIdOf = (time: string, tail: string) =>
  `evt${inBase62(Date.parse(time), timeLength)}${tail}` as DeliveryId;

/** The id of a notification, by the time (ISO 8601 UTC) and a hash of event and recipient. A repeated notification has the same id. */
export const notificationId = (time: string, hash: number) =>
  (notificationIdStart(time) + inBase62(hash % 62 ** tailLength, tailLength)) as NotificationId;

/** The beginning of the ids of notifications at this time. It sorts before them and after the ids of all earlier ones. */
export const notificationIdStart = (time: string): string => `not${inBase62(Date.parse(time), timeLength)}`;

/** The time in an id that begins with one, as ISO 8601 UTC. */
export const timeOf = (id: string): string => new Date(fromBase62(id.slice(3, 3 + timeLength))).toISOString();

function inBase62(number: number, length: number): string {
  let text = "";
  for (let rest = number, i = 0; i < length; i++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function fromBase62(text: string): number {
  let number = 0;
  for (const character of text) number = number * 62 + alphabet.indexOf(character);
  return number;
}

/** Random letters and digits from the system's random source, each equally likely. */
export function randomText(length: number, letters = alphabet): string {
  // bytes from here on would make the first letters more likely
  const fair = 256 - (256 % letters.length);
  let text = "";
  while (text.length < length) {
    const byte = randomByte();
    if (byte < fair) text += letters.charAt(byte % letters.length);
  }
  return text;
}

/** Each is given once. They are fetched together: one call of the source takes as long as a hundred bytes of it. */
const randomBytes = new Uint8Array(4096);
let given = randomBytes.length;

function randomByte(): number {
  if (given === randomBytes.length) {
    crypto.getRandomValues(randomBytes);
    given = 0;
  }
  return randomBytes[given++] as number;
}
