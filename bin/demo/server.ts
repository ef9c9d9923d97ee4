/* Which server the demos use: that of npm start on this machine, or the one that the environment names. */
import { readDevJson } from "#lib/local/process/dev-json";
import { StartError } from "#lib/local/process/start-error";
import { request, type Server } from "./client.ts";

/** The words of --help. */
export const environment = {
  GRIDLESS_DATA:
    "the data folder of an npm start on this machine (default .gridless); its dev.json has address and token",
  GRIDLESS_URL: "the address of another server; set GRIDLESS_TOKEN too",
  GRIDLESS_TOKEN: "an access token for that server",
  GRIDLESS_BASE: "the id of the base for the table (default: the first base that the token opens)",
} as const;

/** Throws StartError if there is none. */
export function serverOf(env: NodeJS.ProcessEnv): Server & { baseId?: string | undefined } {
  const { GRIDLESS_URL: url, GRIDLESS_TOKEN: token, GRIDLESS_BASE: baseId } = env;
  if (url && token) return { url, token, baseId };
  const dev = readDevJson(env["GRIDLESS_DATA"] || ".gridless");
  if (!dev)
    throw new StartError(
      "there is no dev.json: run npm start in another terminal, or set GRIDLESS_URL and GRIDLESS_TOKEN",
    );
  return dev;
}

/** The id of the first base that the token opens. */
export async function firstBase(server: Server): Promise<string> {
  const [base] = await request<{ id: string }[]>(server, "GET", "/base/access/all");
  if (!base) throw new StartError("this token opens no base: make one with POST /base, or set GRIDLESS_BASE");
  return base.id;
}
