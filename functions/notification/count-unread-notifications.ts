import { countUnread } from "#lib/data/notifications/inbox";
import { endpoint, ok } from "#lib/http/endpoint";
import { UnreadCount } from "#lib/schemas/collaboration/notification";

export const handler = endpoint(
  {
    method: "GET",
    path: "/notifications/unread-count",
    summary: "Count the caller's notifications that he has not read",
    scope: "notification|read",
    response: ok(UnreadCount),
  },
  async ({ caller }) => ({ unreadCount: await countUnread(caller.userId, caller.now) }),
);
