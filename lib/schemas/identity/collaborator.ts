/* Members of a space or a base in requests and responses. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { wholeNumber, withTake } from "#lib/schemas/basics/query-string";
import { roles } from "#lib/schemas/basics/role";
import { Time } from "#lib/schemas/basics/text";

const Role = z.enum(roles);

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
});
export type Collaborator = z.infer<typeof Collaborator>;

export const CollaboratorPage = z
  .object({
    collaborators: z.array(Collaborator).meta({ description: "In the order in which they joined." }),
    total: z.int().meta({
      description: "Memberships on all pages. A member of both the base and its space counts twice.",
    }),
    uniqTotal: z.int().meta({ description: "Users, each counted once." }),
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

export const PageQuery = z.strictObject(
  {
    take: wholeNumber(1, limits.collaboratorsPerPage)
      .default(limits.collaboratorsPerPage)
      .meta({ description: "How many members a page holds at most." }),
    cursor: z.string().max(200).optional().meta({ description: "The `nextCursor` of the previous page." }),
  },
  withTake,
);
export type PageQuery = z.infer<typeof PageQuery>;

export const RoleChange = z
  .object({ userId: UserId, role: Role.meta({ description: "At most the caller's own role." }) })
  .meta({ id: "RoleChange", examples: [{ userId: "usr4mSa1Cw6nZ8tQ0Yh", role: "editor" }] });
export type RoleChange = z.infer<typeof RoleChange>;

export const Leaver = z.strictObject({
  userId: UserId.meta({ description: "The member to remove. The caller's own id: the caller leaves." }),
});
