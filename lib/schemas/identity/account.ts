/* Accounts: signing up, signing in, and changing the own account. */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";

/** Kept as it was typed. Two addresses that differ in case only are the same. */
export const Email = z
  .string()
  .trim()
  .max(limits.emailLength, { abort: true, error: `must have at most ${limits.emailLength} characters` })
  .regex(z.regexes.html5Email, "must be an e-mail address")
  .meta({ id: "Email", examples: ["ada@example.org"] });

/** The limit aborts, so that later checks do not read megabytes. */
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
    description: "At least 8 characters, with at least one letter and one digit.",
    examples: ["correct horse 7"],
  });

const anExample = "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8tQ0Yh4mSa1Cw6nZ8";

/** The secret part of a mailed link. */
const LinkSecret = z.string().min(1).max(limits.nameLength);

export const SignUp = z
  .object({
    // in the order of the form, so that the first issue is about the first wrong input
    name: Name.optional().meta({ description: "Default: the part of the e-mail address before the @." }),
    email: Email,
    password: Password,
    defaultSpaceName: Name.optional().meta({ description: "The name of the first space." }),
    inviteCode: LinkSecret.optional().meta({
      description:
        "The code from an invitation link that was mailed to this address. The address then counts as verified.",
    }),
  })
  .meta({ id: "SignUp", examples: [{ email: "ada@example.org", password: "correct horse 7" }] });

/** Six digits, or a recovery code; spaces do not count. */
const Code = z.string().min(1, "must not be empty").max(64, "must have at most 64 characters");

export const SignIn = z
  .object({
    email: Email,
    password: anyPassword.min(1, "must not be empty"),
    code: Code.optional().meta({
      description:
        "For an account with a second factor: the code that the authenticator application shows, or a recovery code.",
    }),
  })
  .meta({ id: "SignIn", examples: [{ email: "ada@example.org", password: "correct horse 7" }] });

export const ChangePassword = z
  .object({ password: anyPassword.min(1, "must not be empty"), newPassword: Password })
  .meta({
    id: "ChangePassword",
    examples: [{ password: "correct horse 7", newPassword: "battery staple 8" }],
  });

export const CodeForm = z
  .object({ link: LinkSecret, code: Code })
  .meta({ id: "CodeForm", examples: [{ link: anExample, code: "287082" }] });

export const SecondFactorForm = z
  .object({
    do: z.enum(["begin", "confirm", "codes", "end"]).meta({
      description:
        "To begin with a secret, to confirm it by a code, to make new recovery codes, or to turn it off.",
    }),
    password: anyPassword.optional().meta({ description: "For `begin`, if the user has one." }),
    code: Code.optional().meta({ description: "For all but `begin`." }),
  })
  .meta({
    id: "SecondFactorForm",
    examples: [{ do: "begin", password: "correct horse 7" }],
  });

export const ProviderForm = z
  .object({
    do: z.enum(["link", "unlink"]).meta({
      description: "To link an account to the person at the provider, or to take that away.",
    }),
    link: LinkSecret.optional().meta({ description: "For `link`: stands for the person at the provider." }),
    password: anyPassword.optional().meta({ description: "For `link`: of the account." }),
  })
  .meta({
    id: "ProviderForm",
    examples: [{ do: "link", link: anExample, password: "correct horse 7" }],
  });

export const EndSessions = z
  .object({
    session: z
      .string()
      .regex(/^[0-9a-f]{20}$/, "must be the id of a session, as /account shows it")
      .optional()
      .meta({ description: "The session to end. Left out: all but the one that asks." }),
  })
  .meta({ id: "EndSessions", examples: [{}] });

export const EmailOnly = z.object({ email: Email }).meta({
  id: "EmailOnly",
  examples: [{ email: "ada@example.org" }],
});

export const ResetPassword = z
  .object({
    link: LinkSecret.optional(),
    code: LinkSecret.optional().meta({ description: "Another name of `link`." }),
    password: Password,
  })
  .transform(({ link, code, password }, context) => {
    const message =
      link && code && link !== code ? "must be the same as link" : link || code ? undefined : "is missing";
    if (message) context.addIssue({ code: "custom", path: [link ? "code" : "link"], message });
    return { link: link ?? code ?? "", password };
  })
  .meta({
    id: "ResetPassword",
    examples: [
      { link: anExample, password: "battery staple 8" },
      { code: anExample, password: "battery staple 8" },
    ],
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
      .nullable()
      .optional(),
    file: z.file("must be a file, in a body of multipart/form-data").optional(),
  })
  .superRefine(({ avatar, file }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (file === undefined && avatar === undefined)
      add("avatar", "is missing: send an https address, null, or the part file of multipart/form-data");
    if (file !== undefined && avatar !== undefined) add("avatar", "must be left out if a file is sent");
    if (file !== undefined && file.size > limits.avatarBytes)
      add("file", `must have at most ${limits.avatarBytes} bytes; got ${file.size}`);
  })
  .meta({
    id: "NewAvatar",
    description: "JSON with an address or null, or multipart/form-data with the picture in the part `file`.",
    examples: [{ avatar: "https://example.org/ada.png" }, { avatar: null }],
  });
export type NewAvatar = z.infer<typeof NewAvatar>;

export const NotifyMeta = z
  .object({ email: z.boolean().meta({ description: "Whether to send notifications by mail." }) })
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
    emailVerified: z
      .boolean()
      .meta({ description: "Whether the user confirmed the address with a mailed link." }),
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
    email: z
      .string()
      .optional()
      .meta({ description: "Absent for an application without the scope `user|email_read`." }),
  })
  .meta({ id: "Myself", examples: [{ id: "usr4mSa1Cw6nZ8tQ0Yh", name: "Ada", email: "ada@example.org" }] });
