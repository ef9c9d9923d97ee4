/* Members of a space or a base in requests and responses. */
import * as z from "zod";
import { BaseId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { flag, wholeNumber } from "#lib/schemas/basics/query-string";
import { roles } from "#lib/schemas/basics/role";
import { Time } from "#lib/schemas/basics/text";
import { hintAt } from "#lib/schemas/issues/hints";

const Role = z.enum(roles);
const principalTypes = ["user", "department"] as const;

const Collaborator = z.object({
  type: z.literal("user"),
  userId: UserId,
  userName: z.string(),
  email: z.string().meta({ description: "Empty for an application without the scope `user|email_read`." }),
  role: Role,
  avatar: z.string().nullable().meta({ description: "null without one." }),
  createdTime: Time.meta({ description: "When the user became a member." }),
  resourceType: z.enum(["space", "base"]).meta({
    description:
      "Whether this is a membership of the space or of the base. Members of a space may open its bases.",
  }),
  base: z
    .object({ id: BaseId, name: z.string() })
    .optional()
    .meta({ description: "The base of the membership, in the list of a space with `includeBase`." }),
});
export type Collaborator = z.infer<typeof Collaborator>;

export const CollaboratorPage = z
  .object({
    collaborators: z.array(Collaborator).meta({ description: "In the order in which they joined." }),
    total: z.int().meta({
      description:
        "Memberships on all pages that match. A member of both the base and its space counts twice.",
    }),
    uniqTotal: z.int().meta({ description: "Matching users, each counted once." }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
  })
  .meta({
    id: "CollaboratorPage",
    examples: [
      {
        collaborators: [
          {
            type: "user",
            userId: "usr4mSa1Cw6nZ8tQ0Yh",
            userName: "Ada",
            email: "ada@example.com",
            role: "owner",
            avatar: null,
            createdTime: "2026-01-31T09:30:00.000Z",
            resourceType: "space",
          },
        ],
        total: 1,
        uniqTotal: 1,
        nextCursor: null,
      },
    ],
  });
export type CollaboratorPage = z.infer<typeof CollaboratorPage>;

const paging = {
  take: wholeNumber(1, limits.collaboratorsPerPage)
    .default(limits.collaboratorsPerPage)
    .meta({ description: "How many members a page holds at most." }),
  cursor: z.string().max(200).optional().meta({ description: "The `nextCursor` of the previous page." }),
};

export const PageQuery = z.strictObject(paging, hintAt("take"));
export type PageQuery = z.infer<typeof PageQuery>;

const choosing = {
  skip: wholeNumber(0, limits.membersPerPlace)
    .optional()
    .meta({ description: "How many members to leave out, counted after `cursor`." }),
  search: z.string().max(limits.nameLength).optional().meta({
    description: "Only people whose name or e-mail address contains this text. Case does not matter.",
  }),
  type: z.enum(principalTypes).optional().meta({
    description: "There are no departments: the list of `department` is empty.",
  }),
  includeSystem: flag().optional().meta({ description: "Accepted and ignored: there are no such members." }),
  orderBy: z.enum(["asc", "desc"]).optional().meta({
    description: "By the time at which they joined: `asc` (the default) begins with the first.",
  }),
};

/** Which members of a base to list. */
export const BaseCollaboratorQuery = z.strictObject({ ...paging, ...choosing }, hintAt("take", "skip"));

/** Which members of a space to list. */
export const SpaceCollaboratorQuery = z.strictObject(
  {
    ...paging,
    ...choosing,
    includeBase: flag().optional().meta({
      description: "Also lists the members of the bases of the space, each with its `base`.",
    }),
  },
  hintAt("take", "skip"),
);
export type CollaboratorQuery = z.infer<typeof SpaceCollaboratorQuery>;

const { type: _, ...withoutType } = choosing;
/** Which people to list that may open a base. */
export const BaseUserQuery = z.strictObject({ ...paging, ...withoutType }, hintAt("take", "skip"));

export const BaseUsers = z
  .object({
    users: z.array(
      z.object({
        id: UserId,
        name: z.string(),
        email: z
          .string()
          .meta({ description: "Empty for an application without the scope `user|email_read`." }),
        avatar: z.string().nullable().meta({ description: "null without one." }),
      }),
    ),
    total: z.int().meta({ description: "People on all pages that match." }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
  })
  .meta({
    id: "BaseUsers",
    examples: [
      {
        users: [{ id: "usr4mSa1Cw6nZ8tQ0Yh", name: "Ada", email: "ada@example.com", avatar: null }],
        total: 1,
        nextCursor: null,
      },
    ],
  });
export type BaseUsers = z.infer<typeof BaseUsers>;

const PrincipalType = z.enum(principalTypes).meta({
  description: "What `principalId` names. There are no departments.",
});
const principal = {
  userId: UserId.optional().meta({ description: "The member." }),
  principalId: UserId.optional().meta({
    description: "Another name of `userId`. If both are sent, they must agree.",
  }),
  principalType: PrincipalType.optional(),
};

interface SentPrincipal {
  userId?: UserId | undefined;
  principalId?: UserId | undefined;
  principalType?: (typeof principalTypes)[number] | undefined;
}

/** Replaces the two names of the user by `userId`. */
function withUserId<Sent extends SentPrincipal>(sent: Sent, context: z.RefinementCtx) {
  const { principalId, principalType, ...rest } = sent;
  const userId = sent.userId ?? principalId;
  if (!userId && context.issues.length > 0) return z.NEVER;
  const issue =
    principalType === "department"
      ? { path: ["principalType"], message: "there are no departments; send user" }
      : !userId
        ? { path: ["userId"], message: "is missing" }
        : principalId && principalId !== userId
          ? { path: ["principalId"], message: "must be the same as userId" }
          : undefined;
  if (issue) context.addIssue({ code: "custom", ...issue });
  return issue || !userId ? z.NEVER : { ...rest, userId };
}

export const RoleChange = z
  .object({ ...principal, role: Role.meta({ description: "At most the caller's own role." }) })
  .transform(withUserId)
  .meta({
    id: "RoleChange",
    examples: [
      { userId: "usr4mSa1Cw6nZ8tQ0Yh", role: "editor" },
      { principalId: "usr4mSa1Cw6nZ8tQ0Yh", principalType: "user", role: "editor" },
    ],
  });
export type RoleChange = z.infer<typeof RoleChange>;

export const Leaver = z
  .strictObject({
    ...principal,
    userId: UserId.optional().meta({
      description: "The member to remove. The caller's own id: the caller leaves.",
    }),
  })
  .transform(withUserId);

export const NewMembers = z
  .object({
    collaborators: z
      .array(
        z
          .object({ principalId: UserId, principalType: PrincipalType })
          .refine(({ principalType }) => principalType === "user", {
            path: ["principalType"],
            error: "there are no departments; send user",
          }),
      )
      .min(1)
      .max(limits.emailsPerInvitation),
    role: Role.meta({ description: "At most the caller's own role." }),
  })
  .meta({
    id: "NewMembers",
    examples: [
      { collaborators: [{ principalId: "usr4mSa1Cw6nZ8tQ0Yh", principalType: "user" }], role: "editor" },
    ],
  });
export type NewMembers = z.infer<typeof NewMembers>;
