/*
 * An OAuth application.
 *
 *           pk             sk              cost
 *  client   CLIENT#<clt>   CLIENT          get 1 RCU, by each request with one of its tokens
 *  entry    USER#<user>    CLIENT#<clt>    whoever made it lists it by this; written with it 2 × 2 WCU
 *
 * Its secrets stand in it as SHA-256: there are few, and whoever asks for a token needs both. `generation` counts how often all that was
 * given out was revoked: a grant, code or token of an earlier one is good for nothing.
 */
import type { ClientId, SecretId, UserId } from "#lib/schemas/ids";
import { get, type Item } from "./store.ts";

export interface ClientSecret {
  id: SecretId;
  hash: string;
  /** The last ten characters, by which a person knows it again. */
  ending: string;
  createdTime: string;
  /** Written at most once an hour. */
  lastUsedTime?: string;
}

export type ClientItem = Item & {
  clientId: ClientId;
  userId: UserId;
  name: string;
  description?: string;
  logo?: string;
  homepage: string;
  redirectUris: string[];
  scopes: string[];
  /** Newest first. */
  secrets: ClientSecret[];
  /** From its first secret on, for good. */
  confidential: boolean;
  generation: number;
  createdTime: string;
};

export const clientKey = (id: ClientId) => ({ pk: `CLIENT#${id}`, sk: "CLIENT" });

export const find = (id: ClientId): Promise<ClientItem | undefined> => get<ClientItem>(clientKey(id));
