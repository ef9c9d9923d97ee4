/* Users who sign up through the API, and the mails that they get. */
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { beginSecondFactor, confirmSecondFactor } from "#lib/accounts/second-factor";
import { makeCode, stepAt } from "#lib/accounts/totp";
import * as links from "#lib/data/identity/links";
import type { MailItem } from "#lib/data/identity/mails";
import { hashPassword } from "#lib/data/identity/passwords";
import * as users from "#lib/data/identity/users";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { client, storeName } from "#lib/store/store";
import { asForm } from "#test/support/requests/as-form";
import { type Answer, call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { pixel } from "./files.ts";
import { aSession } from "./makers.ts";

export const password = "correct horse 7";
export const anEmail = () => `${crypto.randomUUID()}@test.local`;

export interface Person {
  userId: UserId;
  email: string;
  cookie: string;
}

/** A user who signed up: signed in, with a first space, and with a verification mail waiting. */
export async function aNewcomer(more: object = {}): Promise<Person> {
  const email = anEmail();
  const answer = await call(signUp, { body: { email, password, ...more } });
  if (answer.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(answer.body)}`);
  return { userId: answer.body.id, email, cookie: cookieIn(answer) };
}

/** Turns on the second factor of a user; gives its secret and the recovery codes. The code that confirmed it was one step ago. */
export async function aSecondFactor(userId: UserId): Promise<{ secret: Uint8Array; codes: string[] }> {
  const secret = await beginSecondFactor(userId);
  const code = makeCode(secret, stepAt(Date.now()) - 1);
  return { secret, codes: await confirmSecondFactor(userId, code, new Date().toISOString()) };
}

/** The bytes of a secret in Base32; spaces do not count. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text.replaceAll(" ", "")].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (each) => Number.parseInt(each, 2));
}

/** The code of this moment. */
export const codeOf = (secret: Uint8Array): string => makeCode(secret, stepAt(Date.now()));

let hashed: Promise<string> | undefined;

/** A signed-in user, for tests that are not about signing up. Faster, because the password is hashed only once, which takes 0.1 s. */
export async function aPerson({ name = "Ada" } = {}): Promise<Person> {
  hashed ??= hashPassword(password);
  const [email, now] = [anEmail(), new Date().toISOString()];
  const { id: userId } = await users.create({ name, email, passwordHash: await hashed }, now);
  return { userId, email, ...(await aSession(userId)) };
}

/** The value of the session cookie that the response sets; "" if none. */
export const cookieIn = ({ cookies }: Answer): string =>
  /^auth_session=([^;]*)/.exec(cookies[0] ?? "")?.[1] ?? "";

/** The status of a call with the cookie: 200, or 401 if the session has ended. */
export const statusWith = async (cookie: string) => (await call(getMe, { signedIn: { cookie } })).status;

export const signInWith = (email: string, secret = password) =>
  call(signIn, { body: { email, password: secret } });

/** The secret of a mailed link that was created `minutesAgo`. */
export async function aLink(
  purpose: links.Purpose,
  { email, userId, epoch }: Pick<links.MailLinkItem, "email" | "userId" | "epoch">,
  minutesAgo = 0,
): Promise<string> {
  const about = { email, ...(userId && { userId }), ...(epoch !== undefined && { epoch }) };
  const then = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const { secret, change } = links.createChange(purpose, about, then);
  await commit([change]);
  return secret;
}

/** The mails to an address that are waiting to be sent. */
export async function mailsTo(email: string): Promise<MailItem[]> {
  inProcessOnly("npm start and the stack send mails at once");
  // the store has the items of all tests: the filter keeps the response small
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

/** The id of the picture that the person uploads as avatar. */
export async function anAvatar(signedIn: { cookie: string }): Promise<string> {
  const [body, headers] = await asForm({ file: new File([pixel], "a.png") });
  const { avatar } = (await call(changeAvatar, { signedIn, body, headers })).body;
  return avatar.slice(-10);
}
