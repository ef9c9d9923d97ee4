/* Somebody who is signed in, and his calls about his tokens. */
import { handler as createToken } from "#functions/access-token/create-access-token";
import { handler as deleteToken } from "#functions/access-token/delete-access-token";
import { handler as getToken } from "#functions/access-token/get-access-token";
import { handler as listTokens } from "#functions/access-token/list-access-tokens";
import { handler as refreshToken } from "#functions/access-token/refresh-access-token";
import { handler as updateToken } from "#functions/access-token/update-access-token";
import { handler as getBase } from "#functions/base/get-base";
import type { AccessTokenId, BaseId } from "#lib/schemas/basics/ids";
import { aBase, aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

export const plain = {
  name: "Import",
  scopes: ["base|read"],
  hasFullAccess: true,
  expiredTime: "2999-12-31",
};

export interface Token {
  id: AccessTokenId;
  token: string;
  lastUsedTime?: string;
}

export async function aPerson() {
  const person = await someone();
  const signedIn = await aSession(person.userId);
  const place = await aBase(person);
  const ask = { signedIn };
  const at = (accessTokenId: string) => ({ ...ask, params: { accessTokenId } });
  const create = (body: unknown) => call(createToken, { ...ask, body });
  return {
    person,
    signedIn,
    ...place,
    create,
    /** A token with these members other than usual. */
    async made(input: object = {}): Promise<Token> {
      const { status, body } = await create({ ...plain, ...input });
      if (status !== 201) throw new Error(`the token was refused: ${JSON.stringify(body)}`);
      return body;
    },
    list: () => call(listTokens, ask),
    get: (id: string) => call(getToken, at(id)),
    update: (id: string, body: unknown) => call(updateToken, { ...at(id), body }),
    remove: (id: string) => call(deleteToken, at(id)),
    refresh: (id: string, body: unknown = {}) => call(refreshToken, { ...at(id), body }),
  };
}

/** What a token hears that asks for a base. */
export const statusWith = async (token: string, baseId: BaseId) =>
  (await call(getBase, { as: { token }, params: { baseId } })).status;
