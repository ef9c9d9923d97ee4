/*
 * How a receiver knows that an event is from us, whole, and not an old one again: Standard Webhooks 1.0
 * (https://www.standardwebhooks.com, symmetric signatures).
 *
 *   webhook-id          of the event, the same however often it is sent: what a receiver knows repetitions by
 *   webhook-timestamp   seconds, of this attempt
 *   webhook-signature   v1,<base64 of HMAC-SHA256 of "id.timestamp.body">, one for each secret, with spaces between
 */
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Shown to whoever makes the webhook; what stands behind the prefix is the key, in base64. */
export const newSigningSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Signing {
  id: string;
  /** As it is sent, to the byte. */
  body: string;
  /** ISO 8601. */
  now: string;
  /** While a secret is exchanged for another, both. */
  secrets: readonly string[];
}

export function signatureHeaders({ id, body, now, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(now) / 1000));
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
