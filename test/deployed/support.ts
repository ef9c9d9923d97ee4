/* Requests as they are written on the wire, whatever an endpoint declares. */
import { Buffer } from "node:buffer";
import { readRegistry } from "#lib/registry";
import { request, routesIn } from "#test/support/requests/request";

export const registry = await readRegistry();

interface Sent {
  as?: { token: string };
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export const ask = (method: string, url: string, { as, headers, body = "" }: Sent = {}) =>
  request(
    {
      method,
      url,
      body: Buffer.from(body),
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
    },
    routesIn(registry),
  );

export const json = { "content-type": "application/json" };
