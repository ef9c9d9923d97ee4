/* A member of a space or a base, as answers show him. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { wholeNumber } from "#lib/schemas/basics/query-string";
import { roles } from "#lib/schemas/basics/role";
import { Time } from "#lib/schemas/basics/text";

const Role = z.enum(roles);

const Collaborator = z.object({
  type: z.literal("user"),
  userId: UserId,
  userName: z.string(),
  email: z
    .string()
    .optional()
    .meta({ description: "Absent for an application without the scope user|email_read." }),
  role: Role,
  avatar: z.string().optional(),
  createdTime: Time.meta({ description: "Since when he is a member." }),
  resourceType: z
    .enum(["space", "base"])
    .meta({ description: "Of which he is a member: whoever is one of a space may open its bases." }),
});
export type Collaborator = z.infer<typeof Collaborator>;

export const CollaboratorPage = z
  .object({
    collaborators: z.array(Collaborator).meta({ description: "In the order they came." }),
    total: z.int().meta({ description: "Of all pages; who is a member of base and space counts twice." }),
    uniqTotal: z.int().meta({ description: "People, each counted once." }),
    nextCursor: z.string().nullable().meta({ description: "null at the end." }),
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

export const PageQuery = z.strictObject({
  take: wholeNumber(1, limits.collaboratorsPerPage)
    .default(limits.collaboratorsPerPage)
    .meta({ description: "How many a page holds at most." }),
  cursor: z.string().max(200).optional().meta({ description: "nextCursor of the page before." }),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const RoleChange = z
  .object({ userId: UserId, role: Role.meta({ description: "Not higher than the caller's own." }) })
  .meta({ id: "RoleChange", examples: [{ userId: "usr4mSa1Cw6nZ8tQ0Yh", role: "editor" }] });
export type RoleChange = z.infer<typeof RoleChange>;

export const Leaver = z.strictObject({
  userId: UserId.meta({ description: "Who is removed; the caller himself may leave." }),
});
