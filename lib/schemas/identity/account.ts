/* What people say of themselves: to sign up and in, and to change it. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";

/** Kept as it was typed; two that differ in capitals only are one. */
export const Email = z
  .string()
  .trim()
  .max(limits.emailLength, { abort: true, error: `must have at most ${limits.emailLength} characters` })
  .regex(z.regexes.html5Email, "must be an e-mail address")
  .meta({ id: "Email", examples: ["ada@example.org"] });

/** Megabytes are not looked at. */
const anyPassword = z.string().max(limits.passwordLength, {
  abort: true,
  error: `must have at most ${limits.passwordLength} characters`,
});

export const Password = anyPassword
  .min(8, "must have at least 8 characters")
  .regex(/\p{L}/u, "must have a letter")
  .regex(/\p{N}/u, "must have a digit")
  .meta({
    id: "Password",
    description: "At least 8 characters, among them a letter and a digit.",
    examples: ["correct horse 7"],
  });

/** The secret part of a mailed link. */
const LinkSecret = z.string().min(1).max(limits.nameLength);

export const SignUp = z
  .object({
    // in the order of the form, so that the first that is wrong is the first that one comes to
    name: Name.optional().meta({ description: "What stands before the @ if left out." }),
    email: Email,
    password: Password,
    defaultSpaceName: Name.optional().meta({ description: "Of the first space." }),
    inviteCode: LinkSecret.optional().meta({
      description: "From the link of an invitation that was mailed to this address: it is verified at once.",
    }),
  })
  .meta({ id: "SignUp", examples: [{ email: "ada@example.org", password: "correct horse 7" }] });

export const SignIn = z
  .object({ email: Email, password: anyPassword.min(1, "must not be empty") })
  .meta({ id: "SignIn", examples: [{ email: "ada@example.org", password: "correct horse 7" }] });

export const ChangePassword = z
  .object({ password: anyPassword.min(1, "must not be empty"), newPassword: Password })
  .meta({
    id: "ChangePassword",
    examples: [{ password: "correct horse 7", newPassword: "battery staple 8" }],
  });

export const EmailOnly = z.object({ email: Email }).meta({
  id: "EmailOnly",
  examples: [{ email: "ada@example.org" }],
});

const anExample = "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8";

export const ResetPassword = z.object({ link: LinkSecret, password: Password }).meta({
  id: "ResetPassword",
  examples: [{ link: anExample, password: "battery staple 8" }],
});

export const VerifyEmail = z
  .object({ link: LinkSecret })
  .meta({ id: "VerifyEmail", examples: [{ link: anExample }] });

export const NewName = z.object({ name: Name }).meta({ id: "NewName", examples: [{ name: "Ada Lovelace" }] });

export const NewAvatar = z
  .object({
    avatar: z
      .url({ protocol: /^https$/, error: "must be an https address" })
      .max(limits.urlLength)
      .nullable(),
  })
  .meta({ id: "NewAvatar", examples: [{ avatar: "https://example.org/ada.png" }, { avatar: null }] });

export const NotifyMeta = z
  .object({ email: z.boolean().meta({ description: "Whether to hear of things by mail." }) })
  .meta({ id: "NotifyMeta", examples: [{ email: false }] });

export const Me = z
  .object({
    id: UserId,
    name: z.string(),
    email: z.string(),
    avatar: z.string().optional(),
    phone: z.string().optional(),
    notifyMeta: z.object({ email: z.boolean() }),
    hasPassword: z.boolean(),
    isAdmin: z.boolean().optional(),
    emailVerified: z.boolean().meta({ description: "Whether a mailed link showed that the address is his." }),
  })
  .meta({
    id: "Me",
    examples: [
      {
        id: "usr4mSa1Cw6nZ8tQ0Yh",
        name: "Ada",
        email: "ada@example.org",
        notifyMeta: { email: true },
        hasPassword: true,
        emailVerified: true,
      },
    ],
  });
export type Me = z.infer<typeof Me>;

export const Myself = z
  .object({
    id: UserId,
    name: z.string(),
    avatar: z.string().optional(),
    email: z.string().optional().meta({ description: "Not for an application without user|email_read." }),
  })
  .meta({ id: "Myself", examples: [{ id: "usr4mSa1Cw6nZ8tQ0Yh", name: "Ada", email: "ada@example.org" }] });
