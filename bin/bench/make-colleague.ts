/* Makes a user with a token in a data folder, and prints the token. In a process of its own: a folder is open in one process at a time. */
import { createFirstUser } from "#lib/accounts/welcome";
import { startStore } from "#lib/local/store/start-store";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { allScopes } from "#lib/schemas/identity/scopes";

const [folder = "", email = ""] = process.argv.slice(2);
const { environment, stop } = await startStore({ folder, env: {} });
Object.assign(process.env, environment);
const now = Date.now();
const { token } = await createFirstUser(
  { name: "Colleague", email, scopes: allScopes, expiredTime: new Date(now + msPerDay).toISOString() },
  new Date(now).toISOString(),
);
await stop();
process.stdout.write(token);
