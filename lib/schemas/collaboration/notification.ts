/* Notifications in requests and responses. */
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
  .meta({ description: "The user who caused the notification. For `system`: the icon of the service." });

export const NotificationListQuery = z.strictObject({
  notifyStates: z
    .enum(notifyStates)
    .meta({ description: "Whether to list the read or the unread notifications." }),
  cursor: idCursor(NotificationId, "a notification").meta({
    type: "string",
    description:
      "The id of the notification where the page starts, whether it was read or deleted since. `null`: the first page.",
  }),
});

export const Notification = z
  .object({
    id: NotificationId,
    notifyIcon: NotifyIcon,
    notifyType: z.enum(notifyTypes),
    url: z.string().meta({ description: "A page for people: it names what the notification is about." }),
    message: z.string().meta({ description: "With the names as they were when it happened." }),
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
        url: "https://tables.example.org/open?id=tbl4mSa1Cw6nZ8tQ0Yh&recordId=rec00000A4mSa1Cw6nZ&commentId=com0VLz8kd24mSa1Cw6",
        message: "Ada mentioned you in a comment on “Write” in Plan, Work",
        isRead: false,
        createdTime: "2026-01-31T09:30:00.000Z",
      },
    ],
  });
export type Notification = z.infer<typeof Notification>;

export const NotificationPage = z
  .object({
    notifications: z.array(Notification).meta({ description: "At most 10, the newest first." }),
    nextCursor: NotificationId.nullable().meta({
      description: "The notification where the next page starts; null on the last page.",
    }),
  })
  .meta({ id: "NotificationPage" });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const NotificationStatus = z
  .object({ isRead: z.boolean() })
  .meta({ id: "NotificationStatus", examples: [{ isRead: true }] });

export const UnreadCount = z.object({ unreadCount: z.int().min(0) }).meta({ id: "UnreadCount" });
