/*
 * The share of a view: an address that opens the view without signing in. A revoked address is never used again: sharing the view
 * once more makes a new one.
 *
 *   off ──enable──▶ on ──refresh──▶ on, at another address
 *    ◀───disable─────┘
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { hashPassword } from "#lib/data/identity/passwords";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import { logShare } from "#lib/data/schema/log-shares";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { claimShareChanges, hasOpenShare, releaseShareChanges } from "#lib/data/schema/views";
import { sealWithReason } from "#lib/data/write/keep-operation";
import { sharedColumns } from "#lib/engine/views/form-columns";
import { initialSharing } from "#lib/engine/views/view-changes";
import { invalid } from "#lib/schemas/basics/error";
import { newShareId } from "#lib/schemas/basics/ids";
import { hiddenPassword, type ShareMeta } from "#lib/schemas/tables/view";
import type { ShareAddress } from "#lib/schemas/tables/view-changes";
import { shareAddress } from "./shares.ts";

/** Shares a view: at the address with which it was created, or at a new one. Throws 400 if it is shared already. */
export const enableShare = (start: ViewInSchema, caller: Caller): Promise<ShareAddress> =>
  retryOnView(start, async (latest) => {
    const { view, schema } = latest;
    if (view.enableShare && view.shareId) throw refusal("is already shared");
    const shareId = view.shareId ?? newShareId();
    const columnMeta = sharedColumns(view, schema.fields);
    const members = { shareId, enableShare: true, shareMeta: initialSharing(view), columnMeta };
    const claim = view.shareId ? [] : claimShareChanges({ ...view, shareId });
    const besides = [...claim, ...(await logShare("share.enabled", view, schema.table))];
    const answer = shareAddress(shareId);
    await writeView(latest, members, caller, { besides, answer, seal: sealShare(view, caller) });
    return answer;
  });

/** Moves a share to a new address; throws 400 if the view is not shared. */
export const refreshShareId = (start: ViewInSchema, caller: Caller): Promise<ShareAddress> =>
  retryOnView(start, async (latest) => {
    const { view, schema } = latest;
    if (!view.enableShare) throw refusal("is not shared");
    const shareId = newShareId();
    const besides = [
      ...[...releaseShareChanges(view), ...claimShareChanges({ ...view, shareId })],
      ...(await logShare(hasOpenShare(view) ? "share.moved" : "share.enabled", view, schema.table)),
    ];
    const answer = shareAddress(shareId);
    await writeView(latest, { shareId }, caller, { besides, answer, seal: sealShare(view, caller) });
    return answer;
  });

/** Ends a share; its settings and password are kept for the next one. Throws 400 if the view is not shared. */
export const disableShare = (start: ViewInSchema, caller: Caller): Promise<void> =>
  retryOnView(start, async (latest) => {
    const { view, schema } = latest;
    if (!view.enableShare) throw refusal("is not shared");
    const members = { shareId: undefined, enableShare: undefined };
    const ended = hasOpenShare(view) ? await logShare("share.ended", view, schema.table) : [];
    await writeView(latest, members, caller, {
      besides: [...releaseShareChanges(view), ...ended],
      seal: sealShare(view, caller),
    });
  });

/** Replaces the settings. A password that is left out is removed; asterisks, as answers show it, keep it. */
export function changeShareMeta(
  start: ViewInSchema,
  { password, ...shareMeta }: ShareMeta,
  caller: Caller,
): Promise<void> {
  let hashing: Promise<string> | undefined;
  return retryOnView(start, async (latest) => {
    const { passwordHash } = latest.view;
    const isKept = password === hiddenPassword;
    if (isKept && !passwordHash)
      throw invalid([
        { path: "password", message: "the asterisks keep the present password, and this share has none" },
      ]);
    if (password && !isKept) hashing ??= hashPassword(password);
    const members = { shareMeta, passwordHash: isKept ? passwordHash : await hashing };
    const { view, schema } = latest;
    const isSame = members.passwordHash === passwordHash && isDeepStrictEqual(shareMeta, view.shareMeta);
    const besides = isSame ? [] : await logShare("share.changed", view, schema.table, members);
    await writeView(latest, members, caller, { besides, seal: sealShare(view, caller) });
  });
}

const refusal = (what: string) => invalid([{ path: "", message: `the view ${what}` }]);

const sealShare = ({ name }: Pick<ViewItem, "name">, caller: Caller) =>
  sealWithReason(caller, `a change of the share of ${JSON.stringify(name)} is not undone`);
