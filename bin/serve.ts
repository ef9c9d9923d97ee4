/*
 * npm start: the whole service on one machine.
 *
 *   PORT 3000 · HOST 127.0.0.1 · GRIDLESS_DATA .gridless · --memory keeps nothing
 *   GRIDLESS_SIGN_UP open (or invitation) · GRIDLESS_MAIL_FROM: mails go out by SES, else they are printed here
 *   GRIDLESS_CORS_ORIGINS https://app.example.org,… · GRIDLESS_TOKEN_RATE 10, GRIDLESS_TOKEN_BURST 20
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Answered } from "#lib/local/gateway/gateway";
import { type Machine, startMachine } from "#lib/local/machine";
import { type DevJson, devJsonFile } from "#lib/local/process/dev-json";
import {
  checkSignUp,
  checkTokenLimit,
  readPort,
  say,
  stopOnSignals,
  withStartErrors,
} from "#lib/local/process/terminal";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

await withStartErrors(async () => {
  checkTokenLimit(process.env);
  checkSignUp(process.env);
  const { values } = parseArgs({ options: { memory: { type: "boolean", default: false } } });
  const port = readPort(process.env["PORT"] || "3000");
  const temporary = values.memory ? temporaryFolder() : undefined;
  const folder = resolve(temporary?.folder ?? (process.env["GRIDLESS_DATA"] || ".gridless"));
  const machine = await startMachine({
    folder,
    host: process.env["HOST"] || "127.0.0.1",
    port,
    onRequest: logRequest,
    log: say,
  }).catch((error) => {
    temporary?.remove();
    throw error;
  });
  stopOnSignals(async () => {
    await machine.stop();
    temporary?.remove();
  });
  greet(machine, folder, values.memory);
});

function greet({ dev }: Machine, folder: string, forgets: boolean): void {
  const seconds = process.uptime().toFixed(1);
  say(`Gridless is ready after ${seconds} s

  address   ${dev.url}      documentation ${dev.url}/docs
  token     ${dev.token}${signIn(dev)}
  data      ${folder}${forgets ? " (in memory: gone when this ends)" : ""}
  scripts   ${devJsonFile(folder)} has all of it

A first table:

  curl -X POST ${dev.url}/base/${dev.baseId}/table/ -H 'authorization: Bearer ${dev.token}' -H 'content-type: application/json' -d '{"name":"Plan"}'

Ctrl-C ends.
`);
}

function signIn({ url, email, password }: DevJson): string {
  return password ? `\n  sign in   ${url}/auth/sign-in      ${email}      ${password}` : "";
}

function logRequest({ method, path, status, milliseconds, requestId, error }: Answered): void {
  const time = new Date().toLocaleTimeString("en-GB");
  say(`${time}  ${status}  ${method.padEnd(6)} ${path}  ${milliseconds.toFixed(1)} ms`);
  if (error) console.error(`request ${requestId}:`, error);
}
