/*
 * gridless mcp: for programs with a language model that start a process and talk to it. Each line of the standard input is a message of the
 * Model Context Protocol, sent to `POST /mcp` with the token of this computer; each line of the standard output is an answer.
 */
import process from "node:process";
import { explainNoAnswer, pauseClient } from "../requests.ts";
import { connectServer, type ServerConnection } from "./shared/connect.ts";
import { defineCommand, type RunningCommand } from "./shared/definition.ts";
import { headersOfMessage, readMessage, rpcError, type SentMessage } from "./shared/rpc.ts";

export const mcp = defineCommand({
  name: "mcp",
  does: "Let a program with a language model work with tables (Model Context Protocol)",
  rules: [
    "Clients such as Claude Desktop start it. It reads messages from the standard input, one a line, and writes answers to the standard output, until the input ends.",
    "It may do what the token may do: for one that only reads, gridless login --may read.",
  ],
  examples: [
    ["claude mcp add gridless -- gridless mcp", "in Claude Code"],
    [`echo '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' | gridless mcp`, "the tools"],
  ],
  async run(_, running) {
    const bridge = new Bridge(connectServer(), running);
    await bridge.run();
  },
});

/** Milliseconds for an answer. */
const longestAnswer = 120_000;

/** How often a message is sent that the server refuses as one too many; it does nothing of it then. */
const mostTries = 4;

class Bridge {
  readonly #server: ServerConnection;
  readonly #running: RunningCommand;
  /** What ends the requests that are being answered, by their ids. */
  readonly #open = new Map<unknown, AbortController>();
  /** The version that client and server agreed on by `initialize`. */
  #version: string | undefined;

  constructor(server: ServerConnection, running: RunningCommand) {
    this.#server = server;
    this.#running = running;
  }

  /** Until the input ends, and all is answered. */
  async run(): Promise<void> {
    const { signal } = this.#running;
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      process.stdin.destroy();
    };
    signal.addEventListener("abort", end);
    let failure: unknown;
    const answering = new Set<Promise<void>>();
    for await (const line of linesOf(process.stdin, ended.signal)) {
      const answer = this.#answer(line)
        .catch((error: unknown) => {
          // the client is gone: nothing can be written
          failure ??= error;
          end();
        })
        .finally(() => answering.delete(answer));
      answering.add(answer);
    }
    await Promise.all(answering);
    if (failure !== undefined) throw failure;
  }

  async #answer(line: string): Promise<void> {
    if (line.trim() === "") return;
    const message = readMessage(line);
    if ("error" in message) return this.#write(message);
    const { id, method, params } = message;
    if (id === undefined) {
      // the server keeps nothing, so there is nothing to tell it
      if (method === "notifications/cancelled") this.#open.get(params?.["requestId"])?.abort();
      return;
    }
    const ending = new AbortController();
    const { signal } = this.#running;
    const end = () => ending.abort();
    signal.addEventListener("abort", end);
    this.#open.set(id, ending);
    try {
      const answer = await this.#ask(line, message, ending.signal);
      if (ending.signal.aborted) return;
      if (method === "initialize") this.#version = versionIn(answer);
      await this.#write(answer);
    } finally {
      signal.removeEventListener("abort", end);
      this.#open.delete(id);
    }
  }

  /** The answer of the server. What is no message of the protocol, and no answer at all, becomes an error of it. */
  async #ask(line: string, { id = null, ...message }: SentMessage, ending: AbortSignal): Promise<object> {
    const { url, token } = this.#server;
    for (let tries = 1; ; tries++) {
      try {
        const response = await fetch(`${url}/mcp`, {
          method: "POST",
          headers: {
            ...headersOfMessage(message, this.#version),
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: line,
          signal: AbortSignal.any([ending, AbortSignal.timeout(longestAnswer)]),
        });
        const text = await response.text();
        if (response.status === 429 && tries < mostTries) {
          const seconds = Number(response.headers.get("retry-after")) || tries;
          await pauseClient(Math.min(seconds, 10) * 1000, ending);
          continue;
        }
        return readAnswer(text, id) ?? rpcError(id, `${url}/mcp answered ${response.status}, and no message`);
      } catch (error) {
        return rpcError(id, `${url} does not answer: ${explainNoAnswer(error)}`);
      }
    }
  }

  #write(answer: object): Promise<void> {
    return this.#running.output.line(JSON.stringify(answer));
  }
}

/** A message of the server. One that does not know the request, such as that of a wrong token, gets its id. */
function readAnswer(text: string, id: unknown): object | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null || !("jsonrpc" in answer)) return undefined;
    return { ...answer, id };
  } catch {
    return undefined;
  }
}

function versionIn(answer: object): string | undefined {
  const result: unknown = "result" in answer ? answer.result : undefined;
  if (typeof result !== "object" || result === null || !("protocolVersion" in result)) return undefined;
  return typeof result.protocolVersion === "string" ? result.protocolVersion : undefined;
}

/** Lines end with a line feed only: `node:readline` also ends them at U+2028, which JSON may contain. */
async function* linesOf(input: NodeJS.ReadStream, ended: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of input) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
  yield rest;
}
