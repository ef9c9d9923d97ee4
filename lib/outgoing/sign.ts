/*
 * Headers by which a receiver verifies that an event is from us, complete and not replayed: Standard Webhooks 1.0
 * (https://www.standardwebhooks.com, symmetric signatures).
 *
 *   webhook-id          the id of the event, the same at each attempt: receivers detect repetitions by it
 *   webhook-timestamp   the time of this attempt, in seconds
 *   webhook-signature   v1,<base64 of HMAC-SHA256 of "id.timestamp.body">, one for each secret, separated by spaces
 */

import { createHmac, randomBytes } from "node:crypto";
import { msPerSecond } from "#lib/schemas/basics/time-units";

const prefix = "whsec_";

/** Shown to the creator of the webhook. The part after the prefix is the key in base64. */
export const newSigningSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Signing {
  id: string;
  /** The exact body that is sent. */
  body: string;
  /** ISO 8601. */
  now: string;
  /** Two while a secret is being replaced, otherwise one. */
  secrets: readonly string[];
}

/** The three headers for one attempt. */
export function signatureHeaders({ id, body, now, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(now) / msPerSecond));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
