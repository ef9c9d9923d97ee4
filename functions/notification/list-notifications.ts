import { reaches } from "#lib/access/principal";
import { readInbox } from "#lib/data/notifications/list-notifications";
import { showNotification } from "#lib/data/notifications/show-notification";
import { endpoint, ok } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { NotificationListQuery, NotificationPage } from "#lib/schemas/collaboration/notification";

export const handler = endpoint(
  {
    method: "GET",
    path: "/notifications",
    summary: "List the caller's notifications",
    description:
      "Newest first. Those about places that the caller can no longer open, or that the token does not include, are left out.",
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
