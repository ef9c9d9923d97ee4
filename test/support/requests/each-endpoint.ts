/* What the tests of every endpoint share: which there are, of which kind, and what each answer of theirs has. */
import { expect } from "vitest";
import type { Definition } from "#lib/http/definition";
import type { Endpoint } from "#lib/http/endpoint";
import { errorsOf } from "#lib/openapi/failures";
import { type Registered, readRegistry } from "#lib/registry";
import { statusOf } from "#lib/schemas/basics/error";
import { randomText } from "#lib/schemas/basics/ids";
import { isFileToken } from "#lib/schemas/records/file-token";
import { type Answer, type Asking, call } from "./call.ts";

export const registry = await readRegistry();

export interface Titled extends Registered {
  title: string;
}
/** Those that something holds for, by method and path. */
export const endpointsWith = (holds: (definition: Definition) => unknown): Titled[] =>
  registry.endpoints
    .filter(({ handler }) => holds(handler.definition))
    .map((each) => {
      const { method, path } = each.handler.definition;
      return { ...each, title: `${method} ${path}` };
    });

export const namesOf = ({ path }: { path: string }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
/** Whether a role at what the path names as a place decides. */
export const isPlaced = ({ path, scope }: Definition) =>
  scope !== undefined && /\{(space|base|table)Id\}/.test(path);
/** Whether browsers must say that a page of ours asks. */
export const asksForOrigin = ({ method, session, maySession }: Definition) =>
  (session || maySession) === true && method !== "GET";

/** Asks, and looks at what every answer has. */
export async function ask(endpoint: Endpoint, asking: Asking): Promise<Answer> {
  for (const name of namesOf(endpoint.definition))
    expect(asking.params, `tell test/support/makers/world.ts what {${name}} may stand for`).toHaveProperty(
      name,
    );
  const answer = await call(endpoint, asking);
  expectCommon(answer, endpoint.definition);
  return answer;
}

/** An answer is a success, or an error in the shape that the endpoint has for them; it is no 500. */
export function expectCommon({ status, headers, body }: Answer, definition?: Definition): void {
  expect(headers["x-request-id"]).toMatch(/^[\w-]+$/);
  expect(status, JSON.stringify(body)).not.toBe(500);
  if (status < 300) return;
  if (status === 302) {
    const { page, redirect } = definition?.response ?? {};
    expect(page || redirect, "only pages and files send somewhere else").toBe(true);
    expect(headers["location"]).toMatch(/\S/);
    return;
  }
  const kind = definition ? errorsOf(definition) : "common";
  if (kind === "page") {
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(body).toMatch(/^<!doctype html>/);
    return;
  }
  expect(headers["content-type"]).toMatch(/^application\/json/);
  if (kind === "protocol") {
    expect(body.error).toMatch(/^[a-z_]+$/);
    return;
  }
  const { message, code = "internal_server_error", data, ...rest } = body;
  expect({ rest, status: statusOf[code as keyof typeof statusOf] }).toEqual({ rest: { status }, status });
  expect(message).toMatch(/\S/);
  expect(["undefined", "object"]).toContain(typeof data);
}

/** Nobody is known: 401, or for a page on the way to where one signs in. */
export function expectUnknown({ status, headers }: Answer, definition: Definition, challenge: RegExp): void {
  if (errorsOf(definition) === "page")
    expect({ status, location: headers["location"] }).toEqual({
      status: 302,
      location: expect.stringMatching(/^\/auth\/sign-in\?next=%2F/),
    });
  else
    expect({ status, challenge: headers["www-authenticate"] }).toEqual({
      status: 401,
      challenge: expect.stringMatching(challenge),
    });
}

/** An id of the same kind that stands for nothing. */
export function another(id: string): string {
  if (isFileToken(id)) return randomText(id.length);
  if (id.startsWith("clt")) return `clt${randomText(16).toLowerCase()}`;
  // it says whose trash it is in
  return id.startsWith("trs")
    ? id.slice(0, 4) + randomText(16) + id.slice(20)
    : id.slice(0, 3) + randomText(16);
}
export const nonsense = { nope: "1" };
