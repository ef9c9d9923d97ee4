/* What somebody does with his notifications. */
import { handler as countUnread } from "#functions/notification/count-unread-notifications";
import { handler as listNotifications } from "#functions/notification/list-notifications";
import { handler as readAll } from "#functions/notification/read-all-notifications";
import { handler as setStatus } from "#functions/notification/set-notification-status";
import type { Notification, NotifyState } from "#lib/schemas/collaboration/notification";
import type { Someone } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";

export function inboxOf(as: Pick<Someone, "token">) {
  const list = (query: NonNullable<Asking["query"]>) => call(listNotifications, { as, query });
  /** Page after page, from this place on; `between` is done after each. */
  async function walk(state: NotifyState, cursor?: string, between: () => Promise<unknown> = async () => {}) {
    const pages: Notification[][] = [];
    for (let at = cursor; pages.length < 1000; ) {
      const { status, body } = await list({ notifyStates: state, ...(at && { cursor: at }) });
      if (status !== 200) throw new Error(`the page was refused: ${JSON.stringify(body)}`);
      pages.push(body.notifications);
      if (body.nextCursor === null) return pages;
      at = body.nextCursor;
      await between();
    }
    throw new Error("the pages do not end");
  }
  return {
    list,
    walk,
    all: async (state: NotifyState = "unread") => (await walk(state)).flat(),
    setRead: (notificationId: string, isRead = true) =>
      call(setStatus, { as, params: { notificationId }, body: { isRead } }),
    readAll: (more: Asking = {}) => call(readAll, { as, ...more }),
    count: async () => (await call(countUnread, { as })).body.unreadCount as number,
  };
}

export const idsOf = (notifications: { id: string }[]) => notifications.map(({ id }) => id);
