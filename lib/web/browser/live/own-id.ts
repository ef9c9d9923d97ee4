/* Who the person is. */
import { signal } from "@preact/signals";
import { GridlessError } from "#lib/client/errors";
import type { Me } from "#lib/schemas/identity/account";
import { callApi } from "../call.ts";
import { keptTexts } from "../kept/texts.ts";

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

/** Whether another person is signed in than when the page began. */
export const isOtherAccount = signal(false);

let checked: Promise<void> | undefined;

/**
 * Throws if another person is signed in now than when the page began, or if it cannot be read now. Calls at the same time ask once.
 */
export function checkOwnId(): Promise<void> {
  checked ??= check().finally(() => {
    checked = undefined;
  });
  return checked;
}

async function check(): Promise<void> {
  const { id } = await callApi<Me>("GET", "/auth/user/me", undefined, undefined, { isOnce: true });
  isOtherAccount.value = id !== (await readOwnId());
  // as long as it is so, nothing is sent
  if (isOtherAccount.value)
    throw new GridlessError({ message: keptTexts.otherAccount, code: "other_account" });
}
