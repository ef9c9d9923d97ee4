/*
 * The share of a view: an address that opens it to whoever has it. An address that has been taken back does not come back:
 * sharing the view once more makes another.
 *
 *   off ──enable──▶ on ──refresh──▶ on, at another address
 *    ◀───disable─────┘
 */

import type { Caller } from "#lib/data/identity/caller";
import { hashPassword } from "#lib/data/identity/passwords";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import { claimShareChanges, releaseShareChanges } from "#lib/data/schema/views";
import { initialSharing } from "#lib/engine/views/view-changes";
import { invalid } from "#lib/schemas/basics/error";
import { newShareId } from "#lib/schemas/basics/ids";
import { hiddenPassword, type ShareMeta } from "#lib/schemas/tables/view";

/** One that was made with an address of its own gets that. */
export const enableShare = (met: ViewInSchema, caller: Caller): Promise<{ shareId: string }> =>
  retryOnView(met, async (latest) => {
    const { view } = latest;
    if (view.enableShare && view.shareId) throw already("is shared already");
    const shareId = view.shareId ?? newShareId();
    const members = { shareId, enableShare: true, shareMeta: initialSharing(view) };
    const besides = view.shareId ? [] : claimShareChanges({ ...view, shareId });
    await writeView(latest, members, caller, { besides, answer: { shareId } });
    return { shareId };
  });

export const refreshShareId = (met: ViewInSchema, caller: Caller): Promise<{ shareId: string }> =>
  retryOnView(met, async (latest) => {
    const { view } = latest;
    if (!view.enableShare) throw already("is not shared");
    const shareId = newShareId();
    const besides = [...releaseShareChanges(view), ...claimShareChanges({ ...view, shareId })];
    await writeView(latest, { shareId }, caller, { besides, answer: { shareId } });
    return { shareId };
  });

/** What the share may do, and its password, are kept for the next one. */
export const disableShare = (met: ViewInSchema, caller: Caller): Promise<void> =>
  retryOnView(met, async (latest) => {
    const { view } = latest;
    if (!view.enableShare) throw already("is not shared");
    const members = { shareId: undefined, enableShare: undefined };
    await writeView(latest, members, caller, { besides: releaseShareChanges(view) });
  });

/** A password that is left out is taken away; the stars that answers show leave it as it is. */
export function changeShareMeta(
  met: ViewInSchema,
  { password, ...shareMeta }: ShareMeta,
  caller: Caller,
): Promise<void> {
  let hashing: Promise<string> | undefined;
  return retryOnView(met, async (latest) => {
    const { passwordHash } = latest.view;
    const isKept = password === hiddenPassword;
    if (isKept && !passwordHash)
      throw invalid([
        { path: "password", message: "is what answers show in place of a password: there is none" },
      ]);
    if (password && !isKept) hashing ??= hashPassword(password);
    await writeView(latest, { shareMeta, passwordHash: isKept ? passwordHash : await hashing }, caller);
  });
}

const already = (what: string) => invalid([{ path: "", message: `the view ${what}` }]);
