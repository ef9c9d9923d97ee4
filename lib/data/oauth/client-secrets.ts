/* The secrets of an application, which stand in its item: see clients.ts. */

import { hash } from "#lib/data/identity/token-text";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { newSecret, newSecretId, type SecretId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewSecret } from "#lib/schemas/identity/client";
import { keepSecretId, type RequestInfo } from "#lib/store/idempotency-records";
import { applyChange, type ClientItem } from "./clients.ts";
import { maskSecrets } from "./show-client.ts";

/** Makes a secret and gives its only clear copy. */
export async function create(client: ClientItem, caller: RequestInfo): Promise<NewSecret> {
  const secret = newSecret();
  const made = { id: newSecretId(), hash: hash(secret), ending: secret.slice(-10), createdTime: caller.now };
  await applyChange(
    client,
    ({ secrets }) => {
      if (secrets.length >= limits.secretsPerClient) throw tooMany();
      return { secrets: [made, ...secrets], confidential: true };
    },
    () => keepSecretId(caller, made.id),
  );
  return { id: made.id, secret, maskedSecret: maskSecrets(made) };
}

export async function remove(client: ClientItem, id: SecretId): Promise<void> {
  await applyChange(client, ({ secrets }) => {
    const rest = secrets.filter((secret) => secret.id !== id);
    if (rest.length === secrets.length) throw notFound("secret", id);
    return { secrets: rest };
  });
}

const tooMany = () =>
  invalid([
    { path: "", message: `an application has at most ${limits.secretsPerClient} secrets; delete one first` },
  ]);
