import { readAll } from "#lib/data/notifications/mark-notifications";
import { done, endpoint } from "#lib/http/endpoint";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/notifications/read-all",
    summary: "Mark all of the caller's notifications as read",
    description:
      "Applies to what happened up to now. With more than 49 unread notifications, a job finishes a moment after the response.",
    scope: "notification|update",
    response: done,
    idempotent: true,
  },
  ({ caller }) => readAll(caller),
);
