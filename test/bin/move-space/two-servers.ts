/* Two servers on this machine, each with its data folder, and the command that moves a space between them. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { openFolder } from "#lib/local/endpoint/open-folder";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { freePort, type Server, startServer } from "#test/support/requests/server";

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  body: any;
  headers: Headers;
}
export type Call = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Calls a server with a token, by default that of its first user. */
export const caller =
  ({ dev }: Server, token: string | undefined = dev.token): Call =>
  async (method, path, body, headers = {}) => {
    const isJson = body && !(body instanceof FormData);
    const response = await fetch(dev.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isText = !/json/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      body: text && !isText ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };

interface Run {
  code: number | null;
  output: string;
}

/** The command begins often: its code is compiled once for each file of tests. */
const compiled = temporaryFolder();
afterAll(() => compiled.remove());

/** Begins `npm run admin -- move-space`. */
export function beginMove(args: string[]) {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(projectFolder, "bin/admin.ts"), "move-space", ...args], {
    cwd: projectFolder,
    env: { ...env, NODE_COMPILE_CACHE: compiled.folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise<Run>((resolve) => child.once("close", (code) => resolve({ code, output })));
  return { ended, output: () => output, kill: () => child.kill("SIGKILL") };
}

/** A server with an address that stays. Jobs that wait until calls have ended begin soon. */
async function settings() {
  const port = await freePort();
  return {
    ...{ PORT: `${port}`, GRIDLESS_ORIGIN: `http://127.0.0.1:${port}` },
    GRIDLESS_SETTLE_SECONDS: "1",
  };
}

export async function startTwo() {
  const { folder, remove } = temporaryFolder();
  const folders = { a: join(folder, "a"), b: join(folder, "b") };
  const environments = { a: await settings(), b: await settings() };
  const [a, b] = await Promise.all([
    startServer(folders.a, environments.a),
    startServer(folders.b, environments.b),
  ]);
  const servers: { [name in "a" | "b"]: Server } = { a, b };
  async function stop(): Promise<void> {
    await Promise.all([servers.a.stop("SIGKILL"), servers.b.stop("SIGKILL")]);
  }
  onTestFinished(async () => {
    await stop();
    remove();
  });
  const { spaceId, baseId } = servers.a.dev;
  const args = (more: string[] = []) => ["--space", spaceId, "--from", folders.a, "--to", folders.b, ...more];
  const begin = (more?: string[]) => beginMove(args(more));
  return {
    ...{ servers, folders, spaceId, baseId, stop, begin },
    move: (more?: string[]) => begin(more).ended,
    async restart(name: "a" | "b", signal: "SIGTERM" | "SIGKILL" = "SIGKILL", other: object = {}) {
      await servers[name].stop(signal);
      servers[name] = await startServer(folders[name], { ...environments[name], ...other });
    },
  };
}

export type Two = Awaited<ReturnType<typeof startTwo>>;

export type StoredItem = {
  pk: string;
  sk: string;
  entity?: string;
  version?: number;
  [name: string]: unknown;
};

/** All items of a data folder whose server has ended, by their keys. */
export async function readFolder(folder: string): Promise<Map<string, StoredItem>> {
  const { engine, close } = openFolder(folder);
  try {
    const found = new Map<string, StoredItem>();
    let ExclusiveStartKey: unknown;
    do {
      const { Items = [], LastEvaluatedKey } = (await engine.execute("Scan", {
        TableName: "gridless",
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      })) as { Items?: { [name: string]: unknown }[]; LastEvaluatedKey?: unknown };
      for (const wire of Items) {
        const item = plain(wire) as StoredItem;
        found.set(`${item.pk} ${item.sk}`, item);
      }
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return found;
  } finally {
    close();
  }
}

const plain = (item: { [name: string]: unknown }): unknown =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, valueIn(value)]));
function valueIn(value: unknown): unknown {
  const [[type, held] = []] = Object.entries(value as object);
  if (type === "N") return Number(held);
  if (type === "L") return (held as unknown[]).map(valueIn);
  if (type === "M") return plain(held as never);
  return type === "NULL" ? null : held;
}

interface Person {
  email: string;
  password: string;
  token: string;
  userId: string;
}

/** Signs up a person with a verified address, who makes a token for everything. */
export async function aPerson(server: Server, email: string, { verified = true } = {}): Promise<Person> {
  const password = "correct horse 7";
  const anyone = caller(server, "");
  const before = server.output().length;
  const { headers, body, status } = await anyone("POST", "/auth/signup", { email, password });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const cookie = (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const session = { cookie, "x-window-id": "w", origin: server.dev.url };
  if (verified) {
    let link: string | undefined;
    while (!link) {
      link = /verify\?link=([\w-]+)/.exec(server.output().slice(before))?.[1];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const said = await anyone("POST", "/auth/verify-email", { link }, session);
    if (said.status >= 300) throw new Error(JSON.stringify(said.body));
  }
  const { body: made } = await anyone("GET", "/auth/temp-token", undefined, session);
  return { email, password, token: made.accessToken, userId: body.id };
}
