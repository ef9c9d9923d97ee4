/* Who the person is. */
import type { Me } from "#lib/schemas/identity/account";
import { callApi } from "../call.ts";

let asked: Promise<string | undefined> | undefined;

/** The id of the person who is signed in; undefined if it cannot be read now. It is read once. */
export function readOwnId(): Promise<string | undefined> {
  asked ??= callApi<Me>("GET", "/auth/user/me").then(
    ({ id }) => id,
    () => {
      asked = undefined;
      return undefined;
    },
  );
  return asked;
}
