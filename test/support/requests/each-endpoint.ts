/* Shared by the tests of every endpoint: the list of endpoints, their kinds, and rules for every response. */
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
/** The endpoints for which `holds` is true; their title is method and path. */
export const endpointsWith = (holds: (definition: Definition) => unknown): Titled[] =>
  registry.endpoints
    .filter(({ handler }) => holds(handler.definition))
    .map((each) => {
      const { method, path } = each.handler.definition;
      return { ...each, title: `${method} ${path}` };
    });

export const namesOf = ({ path }: { path: string }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
/** Whether access depends on a role on a space, base or table in the path. */
export const isPlaced = ({ path, scope }: Definition) =>
  scope !== undefined && /\{(space|base|table)Id\}/.test(path);
/** Whether browsers must send our own Origin. */
export const asksForOrigin = ({ method, session, optionalSession }: Definition) =>
  (session || optionalSession) === true && method !== "GET";

/** Calls an endpoint, and checks the rules for every response. */
export async function ask(endpoint: Endpoint, asking: Asking): Promise<Answer> {
  for (const name of namesOf(endpoint.definition))
    expect(asking.params, `add a value for {${name}} to test/support/makers/world.ts`).toHaveProperty(name);
  const answer = await call(endpoint, asking);
  expectCommon(answer, endpoint.definition);
  return answer;
}

/** A response is a success, or an error in the format that the endpoint uses; never 500. */
export function expectCommon({ status, headers, body }: Answer, definition?: Definition): void {
  expect(headers["x-request-id"]).toMatch(/^[\w-]+$/);
  expect(status, JSON.stringify(body)).not.toBe(500);
  if (status < 300) return;
  if (status === 302 || status === 307) {
    const { page, redirect } = definition?.response ?? {};
    expect(page || redirect, "only pages and files redirect").toBe(true);
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
  if (kind === "rpc" && body.jsonrpc) {
    expect(body).toMatchObject({
      jsonrpc: "2.0",
      error: { code: expect.any(Number), message: expect.any(String) },
    });
    return;
  }
  const { message, code = "internal_server_error", data, ...rest } = body;
  expect({ rest, status: statusOf[code as keyof typeof statusOf] }).toEqual({ rest: { status }, status });
  expect(message).toMatch(/\S/);
  expect(["undefined", "object"]).toContain(typeof data);
}

/** The caller is unknown: 401, or for a page a redirect to the sign-in page. */
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

/** An unknown id of the same kind. */
export function another(id: string): string {
  if (isFileToken(id)) return randomText(id.length);
  if (id.startsWith("clt")) return `clt${randomText(16).toLowerCase()}`;
  // a trash id contains the id of its table
  return id.startsWith("trs")
    ? id.slice(0, 4) + randomText(16) + id.slice(20)
    : id.slice(0, 3) + randomText(16);
}
export const nonsense = { nope: "1" };
