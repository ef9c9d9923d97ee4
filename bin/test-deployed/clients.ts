/*
 * The official clients of the Model Context Protocol against the deployed stack: with a token each calls every tool, and without one each
 * gets its tokens itself. bin/test-clients drives the same programs against npm start.
 */
import { makePlaces } from "../test-clients/make-places.ts";
import { drivePrograms, programSteps } from "../test-clients/mcp/clients.ts";
import type { Data } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { startProxy } from "./proxy.ts";
import type { Deployed } from "./stack.ts";

/** Gives what was passed. Throws with what the programs say if one fails, or takes fewer steps than it has. */
export async function driveClients(emulator: Emulator, deployed: Deployed, data: Data): Promise<string> {
  const { token, baseId, spaceId, person } = data;
  const places = await makePlaces();
  const proxy = await startProxy(emulator, deployed);
  try {
    const said = await drivePrograms(places, {
      ...proxy.env,
      ...{ GRIDLESS_URL: deployed.origin, GRIDLESS_TOKEN: token, SPACE_ID: spaceId, BASE_ID: baseId },
      ...{ PERSON_EMAIL: person.email, PERSON_PASSWORD: person.password },
    });
    const passed = said.match(/^ok \d+ /gm)?.length ?? 0;
    if (passed < programSteps) throw new Error(`${passed} of ${programSteps} steps passed:\n${said}`);
    return `${passed} steps`;
  } finally {
    proxy.stop();
  }
}
