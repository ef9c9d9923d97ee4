import * as z from "zod";
import { BaseId, InvitationId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { roles } from "#lib/schemas/basics/role";
import { Time } from "#lib/schemas/basics/text";
import { Email } from "./account.ts";

const Role = z.enum(roles);

export const NewInvitations = z
  .object({
    emails: z.array(Email).min(1).max(limits.emailsPerInvitation),
    role: Role.meta({ description: "At most the caller's own role." }),
  })
  .meta({ id: "NewInvitations", examples: [{ emails: ["ada@example.com"], role: "editor" }] });
export type NewInvitations = z.infer<typeof NewInvitations>;

/** E-mail address, as sent but trimmed → its invitation. */
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
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
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

const link = {
  invitationId: InvitationId,
  role: Role.meta({ description: "The role that the link gives." }),
};

export const NewInvitationLink = z
  .object({ role: Role.meta({ description: "At most the caller's own role." }) })
  .meta({ id: "NewInvitationLink", examples: [{ role: "editor" }] });
export type NewInvitationLink = z.infer<typeof NewInvitationLink>;

const exampleLink = {
  invitationId: "inv4mSa1Cw6nZ8tQ0Yh",
  role: "editor",
  inviteUrl:
    "https://gridless.example.com/invitation?invitationId=inv4mSa1Cw6nZ8tQ0Yh&invitationCode=4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8tQ0Yh",
  invitationCode: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8tQ0Yh",
  createdBy: "usr4mSa1Cw6nZ8tQ0Yh",
  createdTime: "2026-01-31T09:30:00.000Z",
};

export const InvitationLink = z
  .object({
    ...link,
    inviteUrl: z.string().meta({ description: "A page where a person signs in or up, and accepts." }),
    invitationCode: z.string().meta({ description: "Who has it, and the id, can join. Keep it secret." }),
    createdBy: UserId,
    createdTime: Time,
  })
  .meta({ id: "InvitationLink", examples: [exampleLink] });
export type InvitationLink = z.infer<typeof InvitationLink>;

export const InvitationLinkRole = z.object(link).meta({
  id: "ChangedInvitationLink",
  examples: [{ invitationId: exampleLink.invitationId, role: "viewer" }],
});
export type InvitationLinkRole = z.infer<typeof InvitationLinkRole>;

/** Not strict about the texts: a wrong id is refused as a wrong code is. */
export const Acceptance = z
  .object({
    invitationId: z
      .string()
      .max(100)
      .meta({ description: "The id from the link.", example: exampleLink.invitationId }),
    invitationCode: z.string().max(100).meta({ description: "The code from the link." }),
  })
  .meta({
    id: "Acceptance",
    examples: [{ invitationId: exampleLink.invitationId, invitationCode: exampleLink.invitationCode }],
  });
export type Acceptance = z.infer<typeof Acceptance>;

export const Accepted = z
  .object({
    spaceId: SpaceId.nullable().meta({ description: "null for an invitation into a base." }),
    baseId: BaseId.nullable().meta({ description: "null for an invitation into a space." }),
  })
  .meta({ id: "Accepted", examples: [{ spaceId: null, baseId: "bse4mSa1Cw6nZ8tQ0Yh" }] });
export type Accepted = z.infer<typeof Accepted>;

/** The query of the link's page. Other sites add parameters to links, so unknown ones are ignored. */
export const InvitationQuery = z.looseObject({
  invitationId: z.string().catch("").meta({ description: "The id from the link." }),
  invitationCode: z.string().catch("").meta({ description: "The code from the link." }),
});
