/*
 * What the conformance suite asks of an authorization server, once for each kind of application that we know. The suite plays the
 * application, prints the address that it would send a browser to, and waits for the answer at its redirect URI: person.ts goes there.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { start } from "../../test-deployed/processes.ts";
import { type Given, postAs } from "../base-document.ts";
import { type ApplicationKind, absencesOfAuthorization } from "./absences.ts";
import { describeApplication, serveDocument } from "./application.ts";
import type { Place } from "./conformance.ts";
import { answerConsent, type Choice, type Person, signIn } from "./person.ts";

interface Application {
  kind: ApplicationKind;
  id: string;
  secret?: string;
  choice: Choice;
}

/** How many lines `driveAuthorization` gives. */
export const authorizationSteps = 4;

/** Gives a line for each kind of application that is as expected. Throws with what the suite says if one is not. */
export async function driveAuthorization(place: Place): Promise<string> {
  const { GRIDLESS_URL = "", PERSON_EMAIL = "", PERSON_PASSWORD = "" } = place.given.server;
  const person = await signIn(GRIDLESS_URL, PERSON_EMAIL, PERSON_PASSWORD);
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const document = await serveDocument(redirectUri);
  try {
    const applications = await makeApplications(place.given, redirectUri, document.id);
    const said: string[] = [];
    for (const [i, application] of applications.entries()) {
      const passed = await checkWith(application, { place, person, port });
      const { kind } = application;
      said.push(`ok ${i + 1} conformance of authorization, ${kind}: ${passed.join(", ") || "nothing"}`);
    }
    return said.join("\n");
  } finally {
    document.close();
  }
}

/** One of each kind. */
async function makeApplications(
  given: Given,
  redirectUri: string,
  documentId: string,
): Promise<Application[]> {
  const toRead: Choice = { may: "read", reach: "chosen", bases: given.server["BASE_ID"] ?? "" };
  const registered = await postAs(given, "/oauth/register", describeApplication(redirectUri));
  const ofPerson = { name: "Planner", homepage: "https://planner.example.com", redirectUris: [redirectUri] };
  const make = () => postAs(given, "/oauth/client", { ...ofPerson, scopes: ["table|read", "record|read"] });
  const [open, confidential] = [await make(), await make()];
  const { secret = "" } = await postAs(given, `/oauth/client/${confidential["clientId"]}/secret`, {});
  return [
    { kind: "one that registered itself", id: registered["client_id"] ?? "", choice: toRead },
    { kind: "one that a document describes", id: documentId, choice: toRead },
    { kind: "one of a person", id: open["clientId"] ?? "", choice: {} },
    { kind: "one of a person, with a secret", id: confidential["clientId"] ?? "", secret, choice: {} },
  ];
}

interface Setting {
  place: Place;
  person: Person;
  /** Where the suite listens. */
  port: number;
}

/** The scenarios that pass. Throws if others fail than those that are expected to. */
async function checkWith({ kind, id, secret, choice }: Application, setting: Setting): Promise<string[]> {
  const { place, person, port } = setting;
  const { url } = person;
  const options = ["--url", url, "--resource", `${url}/mcp`, "--port", String(port), "--client-id", id];
  const { log, ended } = start(
    process.execPath,
    [
      ...["node_modules/@modelcontextprotocol/conformance/dist/index.js", "authorization", ...options],
      ...(secret === undefined ? [] : ["--client-secret", secret]),
    ],
    { name: `mcp-authorization-${kind.replaceAll(/\W+/g, "-")}`, env: place.env, cwd: place.cwd },
  );
  const hasEnded = ended.then(() => true);
  const printed = () => readFileSync(log, "utf8");
  let address: string | undefined;
  while (address === undefined && !(await Promise.race([hasEnded, wait(20)])))
    [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(printed()) ?? [];
  if (address !== undefined) await fetch((await answerConsent(person, address, choice)).location);
  await ended;
  const results = [...printed().matchAll(/^([✓✗]) (\S+): /gm)];
  const named = (mark: string) => results.flatMap(([, got, name = ""]) => (got === mark ? [name] : []));
  const failed = named("✗");
  if (results.length === 0 || failed.join() !== absencesOfAuthorization(kind).join())
    throw new Error(`${kind}: not as expected: ${failed.join()}\n${printed()}`);
  return named("✓");
}

/** A port on which nothing listens at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
