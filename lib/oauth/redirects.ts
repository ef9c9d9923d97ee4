/*
 * Redirect URIs. The answer to an application goes only to an address that it registered, compared character by character (RFC 9700, 4.1.3).
 * Only the port of a loopback address may differ: native apps listen on any free port (RFC 8252, 7.3).
 */
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import type { ProtocolCode } from "./oauth-error.ts";

const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(\d{1,5}))?((?:[/?].*)?)$/s;

/** Whether the requested address is registered, or differs from a registered loopback address only in its port. */
export const isRegistered = (registered: readonly string[], requested: string): boolean =>
  registered.includes(requested) || registered.some((each) => differsInPort(each, requested));

function differsInPort(registered: string, requested: string): boolean {
  const [, host, , rest] = loopback.exec(registered) ?? [];
  const [, otherHost, port, otherRest] = loopback.exec(requested) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= 65535);
  return host !== undefined && host === otherHost && rest === otherRest && isPort;
}

interface Target {
  redirectUri: string;
  /** Sent back unchanged. */
  state?: string;
}
type Answer = { code: string } | { error: ProtocolCode; description: string };

/** The address with the answer and the issuer (RFC 9207) added to its query. */
export function buildRedirect({ redirectUri, state }: Target, answer: Answer): string {
  const parameters = new URLSearchParams({
    ...("code" in answer
      ? { code: answer.code }
      : { error: answer.error, error_description: answer.description }),
    ...(state !== undefined && { state }),
    iss: publicOrigin(),
  });
  const separator = redirectUri.includes("?") ? (/[?&]$/.test(redirectUri) ? "" : "&") : "?";
  return `${redirectUri}${separator}${parameters}`;
}
