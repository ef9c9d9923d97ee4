/*
 * Signatures of lines of exports, which come back in imports. This deployment believes who wrote a line only if it signed that line.
 * The key is one item of the store, made at its first use. It never leaves the store, so another deployment cannot sign for this one.
 *
 *  entity         pk          sk       cost
 *  deploymentKey  DEPLOYMENT  SIGNING  get 1 RCU
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { insert, tryCommit } from "#lib/store/commit";
import { getItem, type Item, type Key } from "#lib/store/store";

type KeyItem = Item & { secret: string };

const keyOfDeployment: Key = { pk: "DEPLOYMENT", sk: "SIGNING" };

export interface Signatures {
  /** The value with its signature. `scope` says what it is a part of: with another scope the signature is not valid. */
  sign<Value extends object>(scope: string[], value: Value): Value & { signature: string };
  /** Whether this deployment signed the value for this scope, and nothing in it was changed. */
  isOurs(scope: string[], value: unknown): boolean;
}

/** Reads the key of the deployment: one round trip. The first call makes the key, in three. */
export async function openSignatures(): Promise<Signatures> {
  const key = await readDeploymentKey();
  const signatureOf = (scope: string[], value: object): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([...scope, value]))
      .digest("base64url");
  return {
    sign: (scope, value) => ({ ...value, signature: signatureOf(scope, value) }),
    isOurs(scope, value) {
      if (typeof value !== "object" || value === null) return false;
      const { signature, ...rest } = value as { signature?: unknown };
      if (typeof signature !== "string") return false;
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(scope, rest))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** The key of the deployment; made at its first use. */
export async function readDeploymentKey(): Promise<Buffer> {
  for (;;) {
    const item = await getItem<KeyItem>(keyOfDeployment);
    if (item) return Buffer.from(item.secret, "base64url");
    // another call may make it first; then that one is used
    const secret = randomBytes(32).toString("base64url");
    await tryCommit([insert({ ...keyOfDeployment, entity: "deploymentKey", secret })]);
  }
}
