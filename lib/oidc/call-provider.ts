/* Calls to the provider go through the door of all outgoing calls (lib/outgoing/fetch.ts): only public addresses, few bytes, few seconds. */
import type { CustomFetch } from "openid-client";
import { fetchFrom } from "#lib/outgoing/fetch";

const call = { maxBytes: 256 * 1024, firstByteWithin: 4000, within: 5000 };

/** The provider was not reached, or answered with a server error. */
export class Unreachable extends Error {}

/** As `fetch`. Throws `Unreachable`. */
export const callProvider: CustomFetch = async (address, { method, headers, body }) => {
  const outcome = await fetchFrom(address, {
    ...call,
    method: method === "POST" ? "POST" : "GET",
    headers,
    ...(body !== undefined && body !== null && { body: String(body) }),
  });
  const { host } = new URL(address);
  if (outcome.problem) throw new Unreachable(`${host} ${outcome.problem.message}`);
  const { status, headers: answered } = outcome;
  if (status >= 500 || status === 429) throw new Unreachable(`${host} answered with status ${status}`);
  const { "content-type": type, "www-authenticate": challenge } = answered;
  const sent = { ...(type && { "content-type": type }), ...(challenge && { "www-authenticate": challenge }) };
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(outcome.body), {
    status,
    headers: sent,
  });
};
