/* The log of changes of access to a space, and of a person's own account, in requests and responses. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { wholeNumber } from "#lib/schemas/basics/query-string";
import { Time } from "#lib/schemas/basics/text";

/** What happened in a space or base. */
const spaceActions = [
  ...["space.created", "space.deleted", "space.restored"],
  ...["base.movedIn", "base.movedOut", "base.deleted", "base.restored", "base.deletedPermanently"],
  ...["member.added", "member.joined", "member.roleChanged", "member.removed", "member.left"],
  ...["invitation.created", "invitation.changed", "invitation.cancelled"],
  ...["invitationLink.created", "invitationLink.changed", "invitationLink.deleted"],
  ...["share.enabled", "share.changed", "share.moved", "share.ended"],
  ...["webhook.created", "webhook.changed", "webhook.secretRotated", "webhook.deleted"],
  ...["token.created", "token.changed", "token.refreshed", "token.deleted"],
  ...["application.allowed", "application.ended"],
] as const;

/** What happened to the account of a person. */
const accountActions = [
  ...["account.created", "email.verified", "password.changed", "password.reset"],
  ...["session.began", "session.ended", "sessions.ended"],
  ...["secondFactor.enabled", "secondFactor.disabled", "recoveryCodes.replaced", "recoveryCode.used"],
  ...["provider.linked", "provider.unlinked"],
  ...["administrator.made", "space.deletedPermanently"],
  ...["application.endedForAll", "application.deleted"],
] as const;

export type AccessAction = (typeof spaceActions)[number] | (typeof accountActions)[number];

const vias = ["session", "token", "application", "visitor", "service"] as const;
export type Via = (typeof vias)[number];

const subjectTypes = [
  ...["user", "invitation", "invitationLink", "view", "webhook", "token", "application", "session"],
  "space",
] as const;

const Details = z.record(z.string(), z.unknown());

/** Text of people: names and addresses are as they were then. */
export const AccessEntry = z
  .object({
    id: z.string().meta({ description: "Unique in its log; later entries have smaller ids." }),
    time: Time,
    action: z.enum([...spaceActions, ...accountActions]).meta({ description: "What was done." }),
    actor: z
      .object({
        userId: UserId.nullable().meta({ description: "null for the service itself." }),
        name: z.string().nullable().meta({ description: "The name at that time." }),
        via: z.enum(vias).meta({
          description:
            "By what: a session of a browser, a personal access token, an application, a visitor who was not signed in before; `service`: a job, or a command of an administrator of the deployment.",
        }),
        viaId: z.string().nullable().meta({ description: "The id of the session, token or application." }),
      })
      .meta({ description: "Who did it." }),
    place: z
      .object({ type: z.enum(["space", "base"]), id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The space, or the base of it, that the change is about." }),
    subject: z
      .object({
        type: z.enum(subjectTypes),
        id: z.string(),
        name: z.string().nullable().meta({
          description: "The name at that time; the e-mail address of an invitation, the host of a webhook.",
        }),
        tableId: z.string().nullable().meta({ description: "Of a view: its table." }),
      })
      .nullable()
      .meta({ description: "On whom, or on what." }),
    before: Details.nullable().meta({ description: "What changed, as it was. Never a secret." }),
    after: Details.nullable().meta({ description: "What changed, as it is since. Never a secret." }),
    requestId: z.string().nullable().meta({ description: "The `x-request-id` of the call." }),
  })
  .meta({ id: "AccessEntry", description: "A change of access." });
export type AccessEntry = z.infer<typeof AccessEntry>;

const When = z.iso.datetime().transform((time) => new Date(time).toISOString());

export const accessLogFormats = ["json", "csv", "jsonl"] as const;

export const AccessLogQuery = z.strictObject({
  startDate: When.optional().meta({ description: "Only entries from this time on." }),
  endDate: When.optional().meta({ description: "Only entries up to this time." }),
  userId: UserId.optional().meta({ description: "Only what this user did." }),
  action: z
    .enum(spaceActions)
    .optional()
    .meta({ description: "Only entries of this action.", examples: ["member.roleChanged"] }),
  take: wholeNumber(1, 1000).default(100).meta({ description: "Entries on a page." }),
  cursor: z.string().max(100).optional().meta({ description: "The `nextCursor` of the previous page." }),
  format: z.enum(accessLogFormats).default("json").meta({
    description:
      "`csv` or `jsonl` (a line of JSON for each entry): a file with all entries that match, in place of a page.",
  }),
});
export type AccessLogQuery = z.infer<typeof AccessLogQuery>;

export const AccessLogPage = z
  .object({
    entries: z.array(AccessEntry).meta({
      description: "The newest first. A page may have fewer than `take`, also if it is not the last one.",
    }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
  })
  .meta({
    id: "AccessLogPage",
    examples: [
      {
        entries: [
          {
            id: "829787000000099994mSa1Cw6nZ8t",
            time: "2026-01-31T09:30:00.000Z",
            action: "member.roleChanged",
            actor: {
              userId: "usr4mSa1Cw6nZ8tQ0Yh",
              name: "Ada",
              via: "token",
              viaId: "acc4mSa1Cw6nZ8tQ0Yh",
            },
            place: { type: "space", id: "spc4mSa1Cw6nZ8tQ0Yh", name: "Research" },
            subject: { type: "user", id: "usr5nTb2Dx7oA9uR1Zi", name: "Bob", tableId: null },
            before: { role: "viewer" },
            after: { role: "editor" },
            requestId: "b3f0c7a2",
          },
        ],
        nextCursor: null,
      },
    ],
  });
export type AccessLogPage = z.infer<typeof AccessLogPage>;
