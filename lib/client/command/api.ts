import { readFileSync } from "node:fs";
import process from "node:process";
import { GridlessError } from "../errors.ts";
import { newKey } from "../requests.ts";
import { connectServer, type ServerConnection } from "./shared/connect.ts";
import { defineCommand, type RunningCommand } from "./shared/definition.ts";
import { CommandError, wrongUsage } from "./shared/failure.ts";
import { nearestName } from "./shared/nearest.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export const api = defineCommand({
  name: "api",
  does: "Send any request to the server",
  rules: [
    "It prints the answer: JSON, or the text as it is. POST, PUT and PATCH get an Idempotency-Key, so that a lost answer is asked for again.",
    "--all reads all pages of an answer with nextCursor, and prints the elements of its list, one a line.",
  ],
  words: [
    { name: "method", does: "GET (default), POST, PUT, PATCH or DELETE" },
    {
      name: "path",
      optional: true,
      does: "the path, with or without a query; /docs of the server lists all",
    },
  ],
  options: {
    query: { value: "<name=value>", does: "a member of the query", many: true },
    body: { value: "<json>", does: "the body; @file for that of a file, - for the standard input" },
    key: { value: "<key>", does: "the Idempotency-Key, in place of a new one; none for none" },
    all: { does: "read all pages" },
  },
  writes: true,
  examples: [
    ["gridless api /auth/user", "who the token stands for"],
    ["gridless api GET /table/tbl4mSa1Cw6nZ8tQ0Yh/record --query take=500 --all", "all records, one a line"],
    [`gridless api POST /base/bse4mSa1Cw6nZ8tQ0Yh/table --body '{"name": "Plan"}'`, "makes a table"],
  ],
  async run({ words, text, texts, has }, running) {
    const [first = "", second] = words;
    const method = second === undefined ? "GET" : first.toUpperCase();
    const path = second ?? first;
    if (!methods.includes(method)) {
      const like = nearestName(method, methods);
      throw wrongUsage(
        `unknown method ${first}.${like ? ` Did you mean ${like}?` : ""}`,
        `The methods are ${methods.join(", ")}`,
      );
    }
    if (!path.startsWith("/"))
      throw wrongUsage(`a path begins with /: not ${path}`, "For example: gridless api GET /auth/user");
    const server = connectServer();
    const query = texts("query").map((each) => readQuery(each));
    const body = readBody(text("body"));
    if (body !== undefined && method === "GET") throw wrongUsage("a GET has no body");
    const takesKey = /^(POST|PUT|PATCH)$/.test(method);
    const key = text("key") ?? (takesKey ? newKey() : "none");
    const request = {
      method,
      path,
      query,
      body,
      ...(key !== "none" && { key, isOwnKey: text("key") !== undefined }),
    };
    if (has("all")) return printAll(server, request, running);
    await printAnswer(await send(server, request, running.signal), running);
  },
});

interface TypedRequest {
  method: string;
  path: string;
  query: [name: string, value: string][];
  body: string | undefined;
  key?: string;
  /** The key was typed. */
  isOwnKey?: boolean;
}

function readQuery(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw wrongUsage(`--query needs a name and a value: --query take=10, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function readBody(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const text =
    typed === "-"
      ? readFileSync(process.stdin.fd, "utf8")
      : typed.startsWith("@")
        ? readFileSync(typed.slice(1), "utf8")
        : typed;
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw wrongUsage(`--body is not JSON: ${said}`, "For a body in a file: --body @file.json");
  }
}

/** The text of the answer. A few calls take no Idempotency-Key: they get none, unless it was typed. */
async function send(server: ServerConnection, request: TypedRequest, signal: AbortSignal): Promise<string> {
  const { key, isOwnKey, ...others } = request;
  try {
    return await exchange(server, request, signal);
  } catch (error) {
    const isRefused =
      error instanceof GridlessError && error.issues.some(({ path }) => path === "headers.idempotency-key");
    if (!isRefused || isOwnKey) throw error;
    return exchange(server, others, signal);
  }
}

function exchange(
  { url, token, requests }: ServerConnection,
  { method, path, query, body, key }: TypedRequest,
  signal: AbortSignal,
): Promise<string> {
  const headers = new Headers({ accept: "application/json, */*;q=0.5", authorization: `Bearer ${token}` });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (key !== undefined) headers.set("idempotency-key", key);
  const added = new URLSearchParams(query).toString();
  const address = `${url}${path}${added && (path.includes("?") ? "&" : "?")}${added}`;
  const init = () => ({ method, headers, ...(body !== undefined && { body }) });
  return requests.exchange({ url: address, init, signal, attempt: 60_000 });
}

async function printAnswer(text: string, { output }: RunningCommand): Promise<void> {
  const value = readAnswer(text);
  if (value === undefined)
    return text === "" ? undefined : output.write(text.endsWith("\n") ? text : `${text}\n`);
  await output.json(value);
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function printAll(
  server: ServerConnection,
  request: TypedRequest,
  { output, signal }: RunningCommand,
): Promise<void> {
  for (let cursor: unknown = undefined; cursor !== null; ) {
    const answer = readAnswer(await send(server, atCursor(request, cursor), signal));
    const members: [string, unknown][] =
      typeof answer === "object" && answer !== null ? Object.entries(answer) : [];
    const lists = Array.isArray(answer)
      ? [answer]
      : members.flatMap(([, value]) => (Array.isArray(value) ? [value] : []));
    const [list] = lists;
    if (!list || lists.length > 1)
      throw new CommandError("failed", `--all needs an answer with one list; this one has ${lists.length}`, {
        hints: ["Without --all, the answer is printed as it is"],
      });
    await output.write(list.map((each) => `${JSON.stringify(each)}\n`).join(""));
    cursor = members.find(([name]) => name === "nextCursor")?.[1] ?? null;
  }
}

/** A GET takes the cursor in its query, other requests in their body; a page of its own needs a key of its own. */
function atCursor(request: TypedRequest, cursor: unknown): TypedRequest {
  if (typeof cursor !== "string") return request;
  const { method, query, body, key } = request;
  if (method === "GET")
    return { ...request, query: [...query.filter(([name]) => name !== "cursor"), ["cursor", cursor]] };
  const members: object = JSON.parse(body ?? "{}");
  return {
    ...request,
    body: JSON.stringify({ ...members, cursor }),
    ...(key !== undefined && { key: newKey() }),
  };
}
