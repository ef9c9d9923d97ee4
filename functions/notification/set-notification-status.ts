import * as z from "zod";
import { setRead } from "#lib/data/notifications/mark-notifications";
import { done, endpoint } from "#lib/http/endpoint";
import { NotificationStatus } from "#lib/schemas/collaboration/notification";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/notifications/{notificationId}/status",
    summary: "Say whether a notification is read",
    description: "Of one that is not there, or somebody else's, nothing happens.",
    scope: "notification|update",
    params: z.object({ notificationId: z.string().meta({ example: "not0VLz8kd24mSa1Cw6" }) }),
    body: NotificationStatus,
    response: done,
    idempotent: true,
  },
  ({ params, body, caller }) => setRead(params.notificationId, body.isRead, caller),
);
