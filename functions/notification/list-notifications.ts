import { reaches } from "#lib/access/principal";
import { readInbox } from "#lib/data/notifications/list-notifications";
import { showNotification } from "#lib/data/notifications/show-notification";
import { endpoint, ok } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/http/public-origin";
import { NotificationListQuery, NotificationPage } from "#lib/schemas/collaboration/notification";

export const handler = endpoint(
  {
    method: "GET",
    path: "/notifications",
    summary: "List the caller's notifications, the newest first",
    description:
      "What is about places that he may not open any more, or his token does not name, is left out.",
    scope: "notification|read",
    query: NotificationListQuery,
    response: ok(NotificationPage),
  },
  async ({ query: { notifyStates: state, cursor }, principal, now }) => {
    const { items, next } = await readInbox(principal.userId, {
      state,
      cursor,
      now,
      reaches: ({ spaceId, baseId }) => reaches(principal, spaceId, baseId),
    });
    const origin = publicOrigin();
    return { notifications: items.map((item) => showNotification(item, state, origin)), nextCursor: next };
  },
);
