/* Notifications as requests and answers show them. */
import * as z from "zod";
import { NotificationId, UserId } from "#lib/schemas/basics/ids";
import { idCursor } from "#lib/schemas/basics/query-string";
import { Time } from "#lib/schemas/basics/text";

export const notifyStates = ["unread", "read"] as const;
export type NotifyState = (typeof notifyStates)[number];

const notifyTypes = ["comment", "collaboratorCellTag", "collaboratorMultiRowTag", "system"] as const;
export type NotifyType = (typeof notifyTypes)[number];

const NotifyIcon = z
  .union([
    z.object({ userId: UserId, userName: z.string(), userAvatarUrl: z.string().optional() }),
    z.object({ iconUrl: z.string() }),
  ])
  .meta({ description: "Who did it; of what the service says itself (`system`), its own picture." });

export const NotificationListQuery = z.strictObject({
  notifyStates: z.enum(notifyStates).meta({ description: "Those that were read, or that were not yet." }),
  cursor: idCursor(NotificationId, "a notification").meta({
    type: "string",
    description: "The id of a notification, wherever it is by now: the page starts there. `null` is none.",
  }),
});

export const Notification = z
  .object({
    id: NotificationId,
    notifyIcon: NotifyIcon,
    notifyType: z.enum(notifyTypes),
    url: z.string().meta({ description: "Where it happened." }),
    message: z.string().meta({ description: "With the names of then." }),
    isRead: z.boolean(),
    createdTime: Time.meta({ description: "When it happened." }),
  })
  .meta({
    id: "Notification",
    examples: [
      {
        id: "not0VLz8kd24mSa1Cw6",
        notifyIcon: { userId: "usr4mSa1Cw6nZ8tQ0Yh", userName: "Ada" },
        notifyType: "comment",
        url: "https://tables.example.org/base/bse4mSa1Cw6nZ8tQ0Yh/tbl4mSa1Cw6nZ8tQ0Yh?recordId=rec00000A4mSa1Cw6nZ&commentId=com0VLz8kd24mSa1Cw6",
        message: "Ada mentioned you in a comment on “Write” in Plan, Work",
        isRead: false,
        createdTime: "2026-01-31T09:30:00.000Z",
      },
    ],
  });
export type Notification = z.infer<typeof Notification>;

export const NotificationPage = z
  .object({
    notifications: z.array(Notification).meta({ description: "At most ten, the newest first." }),
    nextCursor: NotificationId.nullable().meta({
      description: "The notification that the next page starts with; null at the end.",
    }),
  })
  .meta({ id: "NotificationPage" });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const NotificationStatus = z
  .object({ isRead: z.boolean() })
  .meta({ id: "NotificationStatus", examples: [{ isRead: true }] });

export const UnreadCount = z.object({ unreadCount: z.int().min(0) }).meta({ id: "UnreadCount" });
