/* Plugins, and administrators, who may publish them. */
import { handler as createPlugin } from "#functions/plugin/create-plugin";
import { handler as publishPlugin } from "#functions/plugin/publish-plugin";
import { handler as submitPlugin } from "#functions/plugin/submit-plugin";
import * as users from "#lib/data/identity/users";
import type { CreatedPlugin, NewPlugin, PluginStatus } from "#lib/schemas/collaboration/plugin";
import { change, commit } from "#lib/store/commit";
import { call } from "#test/support/requests/call";
import { retryBusy } from "#test/support/requests/retry-busy";
import { type Someone, someone } from "./makers.ts";

export const aPluginInput = {
  name: "Gantt",
  logo: "https://gantt.example.com/logo.png",
  positions: ["view"],
} satisfies NewPlugin;

/** A user who is an administrator of the service. */
export async function anAdministrator(): Promise<Someone> {
  const person = await someone();
  const user = await users.find(person.userId);
  if (!user) throw new Error(`user ${person.userId} does not exist`);
  await commit([change(user, { isAdmin: true })]);
  return person;
}

let administrator: Promise<Someone> | undefined;

/** A plugin with the given status. */
export async function aPlugin(
  owner: Someone,
  { status = "developing", ...input }: Partial<NewPlugin> & { status?: PluginStatus } = {},
): Promise<CreatedPlugin> {
  const made = await retryBusy(() => call(createPlugin, { as: owner, body: { ...aPluginInput, ...input } }));
  if (made.status !== 201) throw new Error(`the plugin was refused: ${JSON.stringify(made.body)}`);
  const params = { pluginId: made.body.id };
  if (status !== "developing") await call(submitPlugin, { as: owner, params });
  if (status !== "published") return made.body;
  administrator ??= anAdministrator();
  await call(publishPlugin, { as: await administrator, params });
  return made.body;
}
