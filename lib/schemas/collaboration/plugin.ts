/* Plugins in requests and responses. */
import * as z from "zod";
import { PluginId, PluginUserId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name, Time } from "#lib/schemas/basics/text";
import { WebAddress } from "#lib/schemas/basics/url";

export const pluginPositions = ["dashboard", "view", "contextMenu", "panel"] as const;
export const PluginPosition = z
  .enum(pluginPositions)
  .meta({ id: "PluginPosition", description: "A place in a base's pages where a plugin may be shown." });
export type PluginPosition = z.infer<typeof PluginPosition>;

export const pluginStatuses = ["developing", "reviewing", "published"] as const;
export type PluginStatus = (typeof pluginStatuses)[number];

const once = <Value>(list: Value[]) => [...new Set(list)];
const text = (most: number) => z.string().max(most, `must have at most ${most} characters`);

/** What a language has: any texts, numbers and booleans, since the pages that show a plugin decide what they need. */
const Translation = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()], "must be text, a number, true or false"),
);
const I18n = z
  .record(z.string(), Translation)
  .refine((i18n) => Buffer.byteLength(JSON.stringify(i18n)) <= limits.pluginI18nBytes, {
    error: `must have at most ${limits.pluginI18nBytes} bytes as JSON`,
  })
  .meta({
    description: "Language → its texts, for example `title` and `description`. Answered as sent.",
  });
export type I18n = z.infer<typeof I18n>;

const Logo = z.string().trim().min(1, "must not be empty").max(limits.urlLength).meta({
  description: "An http(s) address. Any other text is a path of this service, and answered as an address.",
});

const Config = z
  .record(z.string(), z.unknown())
  .refine((config) => JSON.stringify(config).length <= limits.pluginConfigBytes, {
    error: `must have at most ${limits.pluginConfigBytes} bytes as JSON`,
  })
  .meta({ description: "The plugin's own settings, kept as sent." });

const PluginName = Name.max(
  limits.pluginNameLength,
  `must have at most ${limits.pluginNameLength} characters`,
);
const Positions = z.array(PluginPosition).min(1).max(20).overwrite(once);
const optional = {
  description: text(limits.pluginDescriptionLength).nullable().optional(),
  detailDesc: text(limits.pluginDetailLength).nullable().optional().meta({ description: "Markdown." }),
  url: WebAddress.nullable().optional().meta({ description: "The address of the plugin's page." }),
  helpUrl: WebAddress.nullable().optional(),
  i18n: I18n.nullable().optional(),
  config: Config.nullable().optional(),
};

const example = {
  name: "Gantt",
  description: "Bars in time.",
  logo: "https://gantt.example.com/logo.png",
  url: "https://gantt.example.com/plugin",
  positions: ["view"] as PluginPosition[],
  i18n: { en: { title: "Gantt", description: "Bars in time." } },
};

export const NewPlugin = z
  .object({
    name: PluginName,
    logo: Logo,
    positions: Positions,
    ...optional,
    autoCreateMember: z.boolean().optional().meta({ description: "Also creates a `pluginUser`." }),
  })
  .meta({ id: "NewPlugin", examples: [example] });
export type NewPlugin = z.infer<typeof NewPlugin>;

export const PluginUpdate = z
  .object({ name: PluginName, positions: Positions, logo: Logo.optional(), ...optional })
  .meta({
    id: "PluginUpdate",
    description: "Members left out keep their values; null removes one. The pluginUser gets the new name.",
    examples: [{ ...example, name: "Gantt 2" }],
  });
export type PluginUpdate = z.infer<typeof PluginUpdate>;

const described = {
  id: PluginId,
  name: z.string(),
  description: z.string().optional(),
  detailDesc: z.string().optional(),
  logo: z.string().meta({ description: "An absolute address." }),
  url: z.string().optional(),
  helpUrl: z.string().optional(),
  i18n: z.record(z.string(), Translation).meta({ description: "Empty without translations." }),
  status: z.enum(pluginStatuses),
  createdTime: Time,
  lastModifiedTime: Time,
};
const shown = {
  ...described,
  positions: z.array(PluginPosition),
  config: z.record(z.string(), z.unknown()).optional(),
  pluginUser: z
    .object({ id: PluginUserId, name: z.string(), email: z.string() })
    .optional()
    .meta({ description: "The user that the plugin acts as, if it was created with `autoCreateMember`." }),
};
const shownExample = {
  id: "plg4mSa1Cw6nZ8tQ0Yh",
  ...example,
  status: "developing",
  createdTime: "2026-01-31T09:30:00.000Z",
  lastModifiedTime: "2026-01-31T09:30:00.000Z",
};

export const Plugin = z.object(shown).meta({ id: "Plugin", examples: [shownExample] });
export type Plugin = z.infer<typeof Plugin>;

const secret = "7w2m5s0c8d4f6h1j9l3n7p5r2t8v4xk3v9x0q2rd";
export const CreatedPlugin = z
  .object({
    ...shown,
    secret: z
      .string()
      .meta({ description: "In clear text. Shown only in this response, and when a new secret is made." }),
  })
  .meta({ id: "CreatedPlugin", examples: [{ ...shownExample, secret }] });
export type CreatedPlugin = z.infer<typeof CreatedPlugin>;

export const OwnPlugin = z
  .object({
    ...shown,
    secret: z.string().meta({ description: "Masked: only the last ten characters are shown." }),
  })
  .meta({
    id: "OwnPlugin",
    examples: [{ ...shownExample, secret: "*".repeat(30) + secret.slice(-10) }],
  });
export type OwnPlugin = z.infer<typeof OwnPlugin>;

export const PluginSecret = z
  .object({ id: PluginId, secret: z.string().meta({ description: "Shown only in this response." }) })
  .meta({ id: "PluginSecret", examples: [{ id: shownExample.id, secret }] });
export type PluginSecret = z.infer<typeof PluginSecret>;

export const CenterPlugin = z
  .object({
    ...described,
    createdBy: z.object({
      id: UserId,
      name: z.string(),
      email: z.string().optional().meta({ description: "Only of the caller's own plugins." }),
      avatar: z.string().optional(),
    }),
  })
  .meta({
    id: "CenterPlugin",
    examples: [
      {
        ...shownExample,
        positions: undefined,
        status: "published",
        createdBy: { id: "usr4mSa1Cw6nZ8tQ0Yh", name: "Ada" },
      },
    ],
  });
export type CenterPlugin = z.infer<typeof CenterPlugin>;
