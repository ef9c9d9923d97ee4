/* The people that a list names, by their ids. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";

export const UserMap = z.record(
  z.string(),
  z.object({
    id: UserId,
    name: z.string(),
    email: z.string().meta({
      description: "Empty for an application without the scope `user|email_read`.",
    }),
    avatar: z.string().nullable().meta({ description: "null without one." }),
  }),
);
export type UserMap = z.infer<typeof UserMap>;
