/*
 * What a move does with each kind of item, by its key. test/bin/move-space/kinds.test.ts compares this with the kinds that are declared: a new one
 * that is not here fails. The command stops at an item of the space that is of no kind here.
 *
 *   copied    while the space is in use, again after each change
 *   late      after the opening: the target's schedules begin to work on it
 *   opening   in the commit that opens the space in the target
 *   person    an account: made for members, or a name for others (people.ts)
 *   awaited   work in the source, which ends before the space is opened
 *   left      stays in the source
 */

type Fate = "copied" | "late" | "opening" | "person" | "awaited" | "left";

export interface Kind {
  /** The beginning of the partition key. */
  pk: string;
  /** The beginning of the sort key; all of it if it ends in a space. */
  sk?: string;
  fate: Fate;
  /** Why it is so. Copied items need no reason. */
  why?: string;
  /** Where the id of the space, base, table, field or view is to which it belongs; the second part of the partition key if absent. */
  owner?: "sk" | "partOfSk" | "item";
}

const left = (pk: string, why: string, sk?: string): Kind => ({ pk, ...(sk && { sk }), fate: "left", why });
const copied = (pk: string, sk?: string): Kind => ({ pk, ...(sk && { sk }), fate: "copied" });

/** The first that fits counts. */
export const kinds: readonly Kind[] = [
  // the space and its bases
  { pk: "SPACE#", sk: "SPACE ", fate: "opening", why: "without it the space is not there" },
  left("SPACE#", "a space in the trash is not moved", "TRASHEDSPACE "),
  left("SPACE#", "the letter leads to the former address: invite again", "INVITE#"),
  left("BASE#", "the letter leads to the former address: invite again", "INVITE#"),
  copied("SPACE#"),
  copied("BASE#"),
  { pk: "USER#", sk: "SPACE#", owner: "partOfSk", fate: "opening", why: "it gives a role" },
  { pk: "USER#", sk: "BASE#", owner: "partOfSk", fate: "opening", why: "it gives a role" },
  { pk: "INVITELINK#", owner: "item", fate: "opening", why: "it gives a role" },
  { pk: "SHARE#", sk: "SHARE ", owner: "item", fate: "opening", why: "it opens the table to everyone" },
  left("SHARE#", "visitors give the password again", "ENTRY#"),
  left("INVITE#", "the letter leads to the former address: invite again"),
  left("MOVE#", "of the moves themselves"),
  // that of the space; a person's own has the person's id
  copied("ACCESSLOG#"),

  // tables
  left("TABLE#", "of a job, and none is open when the space opens", "COPY#"),
  copied("TABLE#"),
  ...["RECORDS#", "UNIQUE#", "LINKS#", "ORDER#", "INDEX#", "ASKED#", "AITASKS#", "NEWTITLE#"].map((pk) =>
    copied(pk),
  ),
  ...["COMMENTS#", "COMMENTED#", "HISTORY#", "TRASH#", "TRASHED#", "FILES#"].map((pk) => copied(pk)),
  { pk: "ATTACHMENT#", owner: "item", fate: "copied" },
  {
    pk: "INDEXED",
    owner: "sk",
    fate: "late",
    why: "the target's schedule would tend indexes that are not complete",
  },
  {
    pk: "TRASHDUE",
    owner: "partOfSk",
    fate: "late",
    why: "the target's schedule would clear what is not complete",
  },

  // people
  { pk: "USER#", sk: "USER ", fate: "person" },
  { pk: "EMAIL#", fate: "person" },
  left(
    "USER#",
    "a second factor is sealed with the source's key: without it the account has no password either",
    "SECONDFACTOR ",
  ),
  left("USER#", "tokens, sessions, applications and plugins are valid in one cell"),
  ...["TOKEN#", "REFRESH#", "CODE#", "AUTHORIZATION#", "CLIENT#", "PLUGIN#", "PLUGINS#"].map((pk) =>
    left(pk, "tokens, sessions, applications and plugins are valid in one cell"),
  ),
  left("AVATAR#", "people choose a picture again"),
  left("INBOX#", "notifications are a person's in one cell"),
  ...["LINK#", "MAIL#", "NAMING#"].map((pk) => left(pk, "a letter or notification that the source sends")),
  ...["ATTEMPTS#", "RATE#"].map((pk) => left(pk, "limits are counted anew")),
  ...["IDENTITY#", "PROVIDER#"].map((pk) => left(pk, "people link a provider in each cell")),
  left("RENAMED", "of the source's indexes"),
  left("IDEMPOTENCY#", "kept answers belong to tokens"),
  left("QUERY#", "saved for a day, for one person"),

  // what follows changes
  ...["CHANGES", "HINTS#", "PRESENCE#", "VIEWERS#", "CONNECTION#", "SEATS#", "TICKET#"].map((pk) =>
    left(pk, "who follows changes, or is connected, begins anew in the target"),
  ),
  ...["DELIVERIES#", "WEBHOOKDUE#"].map((pk) =>
    left(pk, "events from before the move are sent by the source"),
  ),
  ...["OPERATIONS#", "OPERATION#"].map((pk) =>
    left(pk, "undo is for a day, and for a window of the source's pages"),
  ),
  left("AI#", "kept answers and the day's limit of language models"),

  // work
  ...["JOBS#", "NOTES#", "COMMIT#", "COMMITS#"].map(
    (pk): Kind => ({ pk, fate: "awaited", why: "work in progress, which ends in the source" }),
  ),
  ...["JOBTURNS#", "ENDED#", "IMPORT#"].map((pk) => left(pk, "what a job said is asked where it ran")),
  ...["COPY#", "SORTING#", "WHERE#"].map((pk) => left(pk, "of a job, and none is open when the space opens")),
  ...["DEPLOYMENT", "FORMAT", "WRITES"].map((pk) => left(pk, "of the store itself")),
];

interface Key {
  pk: string;
  sk: string;
}

const fits = (kind: Kind, { pk, sk }: Key): boolean => {
  if (!(kind.pk.endsWith("#") ? pk.startsWith(kind.pk) : pk === kind.pk || pk.startsWith(`${kind.pk}#`)))
    return false;
  if (kind.sk === undefined) return true;
  return kind.sk.endsWith(" ") ? sk === kind.sk.trim() : sk.startsWith(kind.sk);
};

/** The kind of an item with this key; undefined if that is unknown. */
export const kindOf = (key: Key): Kind | undefined => kinds.find((kind) => fits(kind, key));

/** The length of the id of a space, base, table, field or view. */
const idLength = 19;

/** The id in the key of what the item belongs to; undefined if only the item itself says it. */
export function ownerIn({ owner }: Kind, { pk, sk }: Key): string | undefined {
  if (owner === "item") return undefined;
  if (owner === "sk") return sk;
  return (owner === "partOfSk" ? sk : pk).split("#")[1]?.slice(0, idLength);
}
