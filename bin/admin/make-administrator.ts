/* npm run admin without a word: a user who is an administrator, and a token. */
import { createPasswordLink } from "#lib/accounts/mail-links";
import { createFirstUser } from "#lib/accounts/welcome";
import { UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { Name } from "#lib/schemas/basics/text";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { Email } from "#lib/schemas/identity/account";
import { allScopes } from "#lib/schemas/identity/scopes";

interface Newcomer {
  name: string;
  email: string;
  days: string;
}

/** Throws a UsageError for a name or an address with which people cannot sign up, and for days that are no number. */
export function readNewcomer({ name, email, days }: Newcomer): Newcomer {
  const named = Name.safeParse(name);
  if (!named.success) throw new UsageError(`--name ${named.error.issues[0]?.message}`);
  const address = Email.safeParse(email);
  if (!address.success)
    throw new UsageError(`--email must be an e-mail address, not ${JSON.stringify(email)}`);
  if (!/^[1-9]\d{0,4}$/.test(days))
    throw new UsageError(`--days must be a number from 1 to 99999, not ${JSON.stringify(days)}`);
  return { name: named.data, email: address.data, days };
}

/** The address counts as verified; a user without a password gets a link to choose one. */
export async function makeAdministrator({ name, email, days }: Newcomer, apiUrl: string): Promise<void> {
  const now = new Date();
  const expiredTime = new Date(now.getTime() + Number(days) * msPerDay).toISOString();
  const newcomer = { name, email, scopes: allScopes, expiredTime };
  const { user, spaceId, baseId, token } = await createFirstUser(newcomer, now.toISOString());
  say(`user   ${user.id}  ${user.name}
space  ${spaceId}
base   ${baseId}
token  ${token}  until ${expiredTime.slice(0, 10)}; this is its only copy`);
  if (user.passwordHash) say(`app    ${apiUrl}/app  to sign in with ${user.email}`);
  else {
    const link = await createPasswordLink(user, now.toISOString());
    say(`link   ${apiUrl}${link}  once, within an hour: to choose a password`);
  }
  say(`check  GRIDLESS_TOKEN=<token> npm run smoke -- --url ${apiUrl}`);
}
