import { spawn } from "node:child_process";
import { hostname } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { connectTo, readAddress } from "./shared/connect.ts";
import { defineCommand, type RunningCommand } from "./shared/definition.ts";
import { CommandError, commandFailureOf, wrongUsage } from "./shared/failure.ts";
import { TokenReceiver } from "./shared/hand-over.ts";
import { keepLogin, readLogin } from "./shared/login-file.ts";
import { printable } from "./shared/output.ts";

const longestWait = 10 * 60_000;

export const login = defineCommand({
  name: "login",
  does: "Sign in to a server, and keep a token for the other commands",
  rules: [
    "It opens a page of the server, where you confirm; the page hands the token over to this command, on this computer only. The token is kept in the system's folder for settings, readable by you alone.",
    "Where there is no browser, make a token at <address>/account/token and use --token. GRIDLESS_URL and GRIDLESS_TOKEN of the environment come before what is kept.",
  ],
  words: [
    {
      name: "address",
      optional: true,
      does: "where the server is; default: GRIDLESS_URL, else that of the last login",
    },
  ],
  options: {
    may: {
      value: "<what>",
      does: "what the page proposes; default: write",
      only: ["read", "write", "everything"],
    },
    token: { does: "read a token from the standard input, without a browser" },
    "no-browser": { does: "only print the address of the page" },
  },
  examples: [
    ["gridless login https://tables.example.org", "signs in with a browser"],
    ["gridless login --may everything", "again, for a token that may do all that you may"],
    ["gridless login http://127.0.0.1:3000 --token < token.txt", "without a browser"],
  ],
  async run({ words, has, text }, running) {
    const { output } = running;
    const typed = words[0] ?? (process.env["GRIDLESS_URL"] || readLogin()?.url);
    if (!typed)
      throw wrongUsage(
        "say where the server is: gridless login <address>",
        "For example: gridless login http://127.0.0.1:3000",
      );
    const url = readAddress(typed);
    if (url.startsWith("http:") && !isLoopback(new URL(url).hostname))
      output.note(output.notedIn("yellow", `${url} is not encrypted: others on the way can read the token`));
    if (has("token")) {
      const token = await readToken(running);
      const file = await keepIfValid(url, token, running);
      return welcome(url, file, running);
    }
    const receiver = new TokenReceiver();
    const waiting = AbortSignal.any([running.signal, AbortSignal.timeout(longestWait)]);
    try {
      const page = await receiver.open(url, {
        name: `gridless on ${hostname()}`,
        may: text("may") ?? "write",
      });
      const handing = receiver.take(waiting);
      output.note(
        `Open this page to sign in${has("no-browser") ? "" : ", if it does not open by itself"}:\n\n  ${page}\n`,
      );
      output.note(`Confirm there only if the page shows the code ${output.notedIn("bold", receiver.code)}`);
      output.note(output.notedIn("dim", `Without a browser on this computer: gridless login ${url} --token`));
      if (!has("no-browser")) openPage(page);
      const { token, answer } = await handing.catch((error: unknown) => {
        if (running.signal.aborted) throw new CommandError("interrupted", "interrupted; nothing was kept");
        if (waiting.aborted)
          throw new CommandError("failed", "no token came within ten minutes", {
            hints: ["Try again: gridless login"],
          });
        throw error;
      });
      try {
        const file = await keepIfValid(url, token, running);
        answer(200, "You are signed in. You can close this page.");
        await welcome(url, file, running);
      } catch (error) {
        answer(500, "The command could not use the token. Its terminal says why.");
        throw error;
      }
    } finally {
      receiver.close();
    }
  },
});

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

interface KeptAs {
  file: string;
  user: { id: string; name: string; email?: string };
}

/** Keeps a token that the server takes. */
async function keepIfValid(url: string, token: string, { signal }: RunningCommand): Promise<KeptAs> {
  const { client } = connectTo(url, token);
  const user = await client
    .request<KeptAs["user"]>("GET", "/auth/user", { signal })
    .catch((error: unknown) => {
      const failure = commandFailureOf(error);
      if (failure?.exit !== "notSignedIn") throw error;
      throw new CommandError("notSignedIn", `${url} does not take this token`, {
        hints: [`Make one at ${url}/account/token`],
      });
    });
  return { file: keepLogin({ url, token }), user };
}

async function welcome(
  url: string,
  { file, user: { id, name, email } }: KeptAs,
  { output }: RunningCommand,
): Promise<void> {
  if (output.isJson) return output.json({ url, user: { id, name, email }, file });
  const who = `${printable(name)}${email ? ` (${printable(email)})` : ""}`;
  await output.line(`Signed in to ${url} as ${who}. The token is in ${file}`);
}

async function readToken({ output, signal }: RunningCommand): Promise<string> {
  const text = process.stdin.isTTY ? await askToken(output.note.bind(output), signal) : await readInput();
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw wrongUsage(
    token === "" ? "the standard input has no token" : "the standard input has more than a token",
  );
}

async function readInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

/** What is typed or pasted is not shown. */
async function askToken(note: (text: string) => void, signal: AbortSignal): Promise<string> {
  note("Paste the token, then press Enter. It is not shown:");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // in raw mode the terminal sends Ctrl-C as a character
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await lines.question("", { signal });
  } catch (error) {
    if (signal.aborted) throw new CommandError("interrupted", "interrupted; nothing was kept");
    throw error;
  } finally {
    lines.close();
  }
}

/** Opens the page in the browser of the system; if that fails, its address is on the terminal. */
function openPage(page: string): void {
  const [program, args] =
    process.platform === "darwin"
      ? (["open", [page]] as const)
      : process.platform === "win32"
        ? (["rundll32", ["url.dll,FileProtocolHandler", page]] as const)
        : (["xdg-open", [page]] as const);
  spawn(program, args, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
