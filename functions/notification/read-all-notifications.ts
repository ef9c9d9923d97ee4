import { readAll } from "#lib/data/notifications/mark-notifications";
import { done, endpoint } from "#lib/http/endpoint";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/notifications/read-all",
    summary: "Say that all of the caller's notifications are read",
    description:
      "Those of what happened up to now. Where there are more than 49, it is done a moment after the answer.",
    scope: "notification|update",
    response: done,
    idempotent: true,
  },
  ({ caller }) => readAll(caller),
);
