/* People who sign up as anybody does, and what is mailed to them. */
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import * as links from "#lib/data/identity/links";
import type { MailItem } from "#lib/data/identity/mails";
import { hashPassword } from "#lib/data/identity/passwords";
import * as users from "#lib/data/identity/users";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { client, storeName } from "#lib/store/store";
import { type Answer, call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { aSession } from "./makers.ts";

export const password = "correct horse 7";
export const anEmail = () => `${crypto.randomUUID()}@test.local`;

export interface Person {
  userId: UserId;
  email: string;
  cookie: string;
}

/** Signed up and signed in: with a first space, and a mail on its way that verifies the address. */
export async function aNewcomer(more: object = {}): Promise<Person> {
  const email = anEmail();
  const answer = await call(signUp, { body: { email, password, ...more } });
  if (answer.status !== 201) throw new Error(`nobody signed up: ${JSON.stringify(answer.body)}`);
  return { userId: answer.body.id, email, cookie: cookieIn(answer) };
}

let hashed: Promise<string> | undefined;

/** Signed in, where signing up is not what is asked about: hashing a password takes a tenth of a second, this does it once. */
export async function aPerson({ name = "Ada" } = {}): Promise<Person> {
  hashed ??= hashPassword(password);
  const [email, now] = [anEmail(), new Date().toISOString()];
  const { id: userId } = await users.create({ name, email, passwordHash: await hashed }, now);
  return { userId, email, ...(await aSession(userId)) };
}

/** What the session's cookie holds after an answer. */
export const cookieIn = ({ cookies }: Answer): string =>
  /^auth_session=([^;]*)/.exec(cookies[0] ?? "")?.[1] ?? "";

/** Whether a cookie still opens anything: 200 or 401. */
export const statusWith = async (cookie: string) => (await call(getMe, { signedIn: { cookie } })).status;

export const signInWith = (email: string, secret = password) =>
  call(signIn, { body: { email, password: secret } });

/** The secret of a link as it would be mailed; `minutesAgo` it was made. */
export async function aLink(
  purpose: links.Purpose,
  { email, userId, epoch }: Pick<links.LinkItem, "email" | "userId" | "epoch">,
  minutesAgo = 0,
): Promise<string> {
  const about = { email, ...(userId && { userId }), ...(epoch !== undefined && { epoch }) };
  const then = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const { secret, change } = links.createChange(purpose, about, then);
  await commit([change]);
  return secret;
}

/** The mails that wait to be sent to an address. */
export async function mailsTo(email: string): Promise<MailItem[]> {
  inProcessOnly("npm start and the stack send them at once");
  // the store of the run holds what all tests have made: only the mails of it leave the store
  const pages = paginateScan(
    { client: client() },
    {
      TableName: storeName(),
      ConsistentRead: true,
      FilterExpression: "begins_with(pk, :mails) AND #mail.#to = :email",
      ExpressionAttributeNames: { "#mail": "mail", "#to": "to" },
      ExpressionAttributeValues: { ":mails": "MAIL#", ":email": email },
    },
  );
  const items = await Array.fromAsync(pages, ({ Items = [] }) => Items);
  return items.flat() as MailItem[];
}
