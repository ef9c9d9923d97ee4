/* For a person who lost the phone and the recovery codes, in a deployed stack (npm run admin) or on this machine (npm run store). */
import { removeSecondFactor } from "#lib/accounts/second-factor";
import { findByEmail } from "#lib/data/identity/users";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";

/** Turns off the second factor of the account with this address, and says so. */
export async function endSecondFactorOf(email: string): Promise<void> {
  const user = await findByEmail(email);
  if (!user) throw new StartError(`no account has the address ${email}`);
  if (!(await removeSecondFactor(user.id))) throw new StartError(`${email} has no second factor`);
  say(`${user.id}  ${user.name} signs in with the password alone, until a second factor is set up again`);
}
