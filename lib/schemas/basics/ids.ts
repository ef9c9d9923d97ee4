/*
 * Ids: a prefix that names the kind, then letters and digits.
 *
 *   base, table, field, view, user, space, token, job   prefix + 16 random of A–Z a–z 0–9
 *   invitation, secret of an application                the same
 *   plugin, its user, the install of one in a view      the same
 *   workflow, run of one, webhook                       the same
 *   address of a shared view                            the same; or as its maker says
 *   OAuth application                                   clt + 16 random of a–z 0–9
 *   choice                                              cho + 8 random
 *   entry of a history                                  rhi + 24 of a hash
 *   something in the trash                              trs + where, and its key there
 *   attachment                                          act + the first 10 of its file's token + 6 random
 *   delivery of an event                                evt + 8 of the event's time in ms in base 62 + 24 of a hash
 *   record                                              rec + 6 of its autoNumber in base 62 + 10 random
 *   comment                                             com + 8 of the time in ms in base 62 + 8 random
 *   notification                                        not + 8 of its event's time + 8 of a hash of event and reader
 *
 * The alphabet is in ASCII order, so ids of records, comments and notifications sort in the order of creation, which needs no index.
 */
import * as z from "zod";

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
export const ChoiceId = id("ChoiceId", "cho", 8);
export type ChoiceId = z.infer<typeof ChoiceId>;

/** `t` or `b` and the letters of the table or base that it is in the trash of, then its time, counted down, and 16 letters. */
export const TrashId = z
  .string()
  .regex(/^trs[tb][0-9A-Za-z]{16}\d{13}[0-9A-Za-z]{16}$/, "must be the id of something in the trash")
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
/** As quick as one of half a million values of a request needs it. */
export const isUserId = (text: string): text is UserId => userId.test(text);

export const newBaseId = () => `bse${randomText(16)}` as BaseId;
export const newTableId = () => `tbl${randomText(16)}` as TableId;
export const newFieldId = () => `fld${randomText(16)}` as FieldId;
export const newViewId = () => `viw${randomText(16)}` as ViewId;
export const newUserId = () => `usr${randomText(16)}` as UserId;
export const newSpaceId = () => `spc${randomText(16)}` as SpaceId;
export const newAccessTokenId = () => `acc${randomText(16)}` as AccessTokenId;
export const newJobId = () => `job${randomText(16)}` as JobId;
export const newInvitationId = () => `inv${randomText(16)}` as InvitationId;
export const newClientId = () => `clt${randomText(16, smallLetters)}` as ClientId;
export const newSecretId = () => `sec${randomText(16)}` as SecretId;
export const newPluginId = () => `plg${randomText(16)}` as PluginId;
export const newPluginUserId = () => `plu${randomText(16)}` as PluginUserId;
export const newPluginInstallId = () => `pli${randomText(16)}`;
/** The clear text of an application's secret, or a plugin's. */
export const newSecret = () => randomText(40, smallLetters);
export const newWebhookId = () => `whk${randomText(16)}` as WebhookId;
export const newShareId = () => `shr${randomText(16)}`;
export const newRunId = () => `run${randomText(16)}` as RunId;
export const newChoiceId = () => `cho${randomText(8)}` as ChoiceId;

/** The id of the record with this autoNumber, from 1. */
export const newRecordId = (autoNumber: number) => (recordIdStart(autoNumber) + randomText(10)) as RecordId;

/** What the ids of the record with this autoNumber begin with: sorts before them and after all earlier ones. */
export const recordIdStart = (autoNumber: number): string => `rec${inBase62(autoNumber, numberLength)}`;

/** Whether a record may have this number, or 0: what stands before the first. */
export const isAutoNumber = (number: unknown): boolean =>
  Number.isInteger(number) && (number as number) >= 0 && (number as number) < 62 ** numberLength;

/** The autoNumber that a record's id carries. */
export const autoNumberOf = (recordId: string): number => fromBase62(recordId.slice(3, 3 + numberLength));

export const newCommentId = (now: string) => timedId("com", now) as CommentId;

const lastIds = new Map<string, { time: number; tail: number }>();

/**
 * Begins with the time; each is above the one that this process made before, also of the same moment or when the clock was turned
 * back: its time is then that of the one before.
 */
function timedId(prefix: string, now: string): string {
  const last = lastIds.get(prefix);
  let time = Date.parse(now);
  let tail = fromBase62(randomText(tailLength));
  if (last && last.time >= time) {
    // the last of a moment is followed by the first of the next
    const isFull = last.tail + 1 === 62 ** tailLength;
    time = isFull ? last.time + 1 : last.time;
    if (!isFull) tail = last.tail + 1;
  }
  lastIds.set(prefix, { time, tail });
  return prefix + inBase62(time, timeLength) + inBase62(tail, tailLength);
}

/** Of what happened at a time; `tail` is what tells it from all else that did. */
export const deliveryIdOf = (time: string, tail: string) =>
  `evt${inBase62(Date.parse(time), timeLength)}${tail}` as DeliveryId;

/** The id of what somebody is told of an event, by a hash of the two: told again it is the same. */
export const notificationId = (time: string, hash: number) =>
  (notificationIdStart(time) + inBase62(hash % 62 ** tailLength, tailLength)) as NotificationId;

/** What the ids of notifications of this moment begin with: sorts before them and after all earlier ones. */
export const notificationIdStart = (time: string): string => `not${inBase62(Date.parse(time), timeLength)}`;

/** The moment that an id with a time carries: ISO 8601 UTC. */
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

/** Letters and digits from the system's random source, each of them equally likely. */
export function randomText(length: number, letters = alphabet): string {
  // above the largest multiple of their number in a byte the first letters would be favoured
  const fair = 256 - (256 % letters.length);
  let text = "";
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < fair && text.length < length) text += letters.charAt(byte % letters.length);
  return text;
}
