/* A notification as answers show it. */
import type { Notification, NotifyState } from "#lib/schemas/collaboration/notification";
import type { NotificationItem } from "./inbox.ts";

/** `origin` is the public one. */
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
  url: origin + path,
  message,
  isRead: state === "read",
  createdTime,
});
