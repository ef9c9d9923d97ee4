/*
 * Ids: a prefix that names the kind, then letters and digits.
 *
 *   base, table, field, view, user, space, token, job   prefix + 16 random of A–Z a–z 0–9
 *   invitation, secret of an application                the same
 *   OAuth application                                   clt + 16 random of a–z 0–9
 *   choice                                              cho + 8 random
 *   attachment                                          act + the first 10 of its file's token + 6 random
 *   record                                              rec + 6 of its autoNumber in base 62 + 10 random
 *
 * The alphabet is in ASCII order, so record ids sort in the order of creation and natural order needs no index.
 */
import * as z from "zod";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const numberLength = 6;

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
export const ClientId = z
  .string()
  .regex(/^clt[0-9a-z]{16}$/, "must be clt and 16 small letters or digits")
  .brand<"ClientId">()
  .meta({ id: "ClientId", example: "clt4msa1cw6nz8tq0yh" });
export type ClientId = z.infer<typeof ClientId>;
export const SecretId = id("SecretId", "sec");
export type SecretId = z.infer<typeof SecretId>;
export const ChoiceId = id("ChoiceId", "cho", 8);
export type ChoiceId = z.infer<typeof ChoiceId>;

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
/** The clear text of an application's secret. */
export const newSecret = () => randomText(40, smallLetters);
export const newChoiceId = () => `cho${randomText(8)}` as ChoiceId;

/** The id of the record with this autoNumber, from 1. */
export const newRecordId = (autoNumber: number) => (recordIdStart(autoNumber) + randomText(10)) as RecordId;

/** What the ids of the record with this autoNumber begin with: sorts before them and after all earlier ones. */
export function recordIdStart(autoNumber: number): string {
  let text = "";
  for (let rest = autoNumber, i = 0; i < numberLength; i++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return `rec${text}`;
}

/** The autoNumber that a record's id carries. */
export function autoNumberOf(recordId: string): number {
  let number = 0;
  for (const character of recordId.slice(3, 3 + numberLength))
    number = number * 62 + alphabet.indexOf(character);
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
