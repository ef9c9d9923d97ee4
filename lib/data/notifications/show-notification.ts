/* A notification as answers show it. */
import type { Notification, NotifyState } from "#lib/schemas/collaboration/notification";
import type { NotificationItem } from "./inbox.ts";

/** `origin` is the public origin of the service. */
export const showNotification = (
  { id, notifyType, path, message, by, createdTime }: NotificationItem,
  state: NotifyState,
  origin: string,
): Notification => ({
  id,
  notifyIcon: by
    ? { userId: by.id, userName: by.name, ...(by.avatar && { userAvatarUrl: by.avatar }) }
    : { iconUrl: `${origin}/docs/icon.svg` },
  notifyType,
  url: origin + linkTo(path),
  message,
  isRead: state === "read",
  createdTime,
});

/** The page that names a place: `/base/<bse>/<tbl>?recordId=<rec>`, as the item has it, becomes `/open?id=<tbl>&recordId=<rec>`. */
function linkTo(path: string): string {
  const [place = "", query] = path.split("?");
  return `/open?id=${place.slice(place.lastIndexOf("/") + 1)}${query ? `&${query}` : ""}`;
}
