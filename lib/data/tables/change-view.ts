/* Changes of a view's own members by calls; they can be undone. */

import type { Caller } from "#lib/data/identity/caller";
import { retryOnView, type ViewInSchema, type ViewMembers, writeView } from "#lib/data/schema/change-view";
import { sealWith } from "#lib/data/write/keep-operation";

/** Changes a view by a function of its present state. Throws 403 for a locked view. */
export const changeView = (
  start: ViewInSchema,
  caller: Caller,
  become: (latest: ViewInSchema) => ViewMembers,
): Promise<void> =>
  retryOnView(start, (latest) => writeView(latest, become(latest), caller, { seal: sealWith(caller) }));

/** Locks or unlocks a view. */
export const lockView = (start: ViewInSchema, isLocked: boolean, caller: Caller): Promise<void> =>
  retryOnView(
    start,
    (latest) => writeView(latest, { isLocked: isLocked || undefined }, caller, { seal: sealWith(caller) }),
    { evenLocked: true },
  );
