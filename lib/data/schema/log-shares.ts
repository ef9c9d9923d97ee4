/* What the access log tells of the shares of views. The address of a share opens it, so no entry has one. */
import { openLog, type PlaceLog, placeLog, readNames } from "#lib/data/spaces/access-log/open-log";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { AccessAction } from "#lib/schemas/identity/access-log";
import type { ShareMeta } from "#lib/schemas/tables/view";
import type { Change } from "#lib/store/commit";
import type { TableItem, ViewItem } from "./table-schema.ts";
import { hasOpenShare } from "./views.ts";

type ShareAction = Extract<AccessAction, `share.${string}`>;

/** The settings of a share; a password is said to be there, and not which. */
type Settings = { [Member in "shareMeta" | "passwordHash"]?: ViewItem[Member] | undefined };

/** The entry about the share of a view, in one round trip. `changed`: its settings after a change of them. */
export async function logShare(
  action: ShareAction,
  view: ViewItem,
  { baseId }: Pick<TableItem, "baseId">,
  changed?: Settings,
): Promise<Change[]> {
  return [shareEntry(await openLog(`BASE#${baseId}`), action, view, changed)];
}

/** The entries about views of these tables whose shares end. */
export async function logEndedShares(views: ViewItem[], tables: TableItem[]): Promise<Change[]> {
  const entries = views.filter(hasOpenShare).map((view) => {
    const table = tables.find(({ id }) => id === tableOf(view));
    return table ? logShare("share.ended", view, table) : [];
  });
  return (await Promise.all(entries)).flat();
}

const tableOf = ({ pk }: ViewItem) => pk.slice(pk.indexOf("#") + 1);

/** The entries for those of these new views that are open, in a base that was read. */
export async function logMadeShares(views: ViewItem[], base: BaseItem): Promise<Change[]> {
  const open = views.filter(hasOpenShare);
  if (open.length === 0) return [];
  const log = placeLog(base, await readNames());
  return open.map((view) => shareEntry(log, "share.enabled", view));
}

function shareEntry(log: PlaceLog, action: ShareAction, view: ViewItem, changed?: Settings): Change {
  const { id, name } = view;
  const subject = { type: "view", id, name, tableId: tableOf(view) } as const;
  const settings = detailsOf(view);
  if (action === "share.ended") return log.entry(action, { subject, before: settings });
  const isNew = changed?.passwordHash !== undefined && changed.passwordHash !== view.passwordHash;
  return log.entry(action, {
    subject,
    ...(changed
      ? { before: settings, after: { ...detailsOf(changed), ...(isNew && { isNewPassword: true }) } }
      : { after: settings }),
  });
}

const detailsOf = ({ shareMeta, passwordHash }: Settings): ShareMeta & { hasPassword: boolean } => ({
  ...shareMeta,
  hasPassword: passwordHash !== undefined,
});
