import * as z from "zod";
import { InvitationId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { roles } from "#lib/schemas/basics/role";
import { Time } from "#lib/schemas/basics/text";
import { Email } from "./account.ts";

const Role = z.enum(roles);

export const NewInvitations = z
  .object({
    emails: z.array(Email).min(1).max(limits.emailsPerInvitation),
    role: Role.meta({ description: "Not higher than the caller's own." }),
  })
  .meta({ id: "NewInvitations", examples: [{ emails: ["ada@example.com"], role: "editor" }] });
export type NewInvitations = z.infer<typeof NewInvitations>;

/** By e-mail address as it was sent, without the white space around it. */
export const Invited = z.record(z.string(), z.object({ invitationId: InvitationId })).meta({
  id: "Invited",
  examples: [{ "ada@example.com": { invitationId: "inv4mSa1Cw6nZ8tQ0Yh" } }],
});
export type Invited = z.infer<typeof Invited>;

const Invitation = z.object({
  invitationId: InvitationId,
  email: z.string(),
  role: Role,
  invitedBy: UserId,
  createdTime: Time,
  expiredTime: Time,
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationPage = z
  .object({
    invitations: z.array(Invitation),
    nextCursor: z.string().nullable().meta({ description: "null at the end." }),
  })
  .meta({
    id: "InvitationPage",
    examples: [
      {
        invitations: [
          {
            invitationId: "inv4mSa1Cw6nZ8tQ0Yh",
            email: "ada@example.com",
            role: "editor",
            invitedBy: "usr4mSa1Cw6nZ8tQ0Yh",
            createdTime: "2026-01-31T09:30:00.000Z",
            expiredTime: "2026-02-14T09:30:00.000Z",
          },
        ],
        nextCursor: null,
      },
    ],
  });
export type InvitationPage = z.infer<typeof InvitationPage>;
