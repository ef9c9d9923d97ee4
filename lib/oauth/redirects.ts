/*
 * Where the answer to an application goes: an address it registered, letter by letter (RFC 9700, 4.1.3), never one that parses to the same.
 * A program on one's own machine listens on any port that is free (RFC 8252, 7.3).
 */
import { publicOrigin } from "#lib/http/public-origin";
import type { ProtocolCode } from "./error.ts";

const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(\d{1,5}))?((?:[/?].*)?)$/s;

/** The registered address that was asked for, with the port that was asked for. */
export const isRegistered = (registered: readonly string[], requested: string): boolean =>
  registered.includes(requested) || registered.some((each) => differInPort(each, requested));

function differInPort(registered: string, requested: string): boolean {
  const [, host, , rest] = loopback.exec(registered) ?? [];
  const [, otherHost, port, otherRest] = loopback.exec(requested) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= 65535);
  return host !== undefined && host === otherHost && rest === otherRest && isPort;
}

interface Asking {
  redirectUri: string;
  /** Given back as it came. */
  state?: string;
}
type Answer = { code: string } | { error: ProtocolCode; description: string };

/** The address with an answer behind it, and who answers (RFC 9207). A query that it has stays. */
export function addressFor({ redirectUri, state }: Asking, answer: Answer): string {
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
