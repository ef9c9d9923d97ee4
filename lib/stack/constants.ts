/*
 * Settings that the bundler writes into the code. What they switch off it leaves out, so a bundle holds no command that its
 * function does not send, and permissions.ts, which reads the bundles, allows none.
 */
import type { Settings } from "./settings.ts";

export type Constants = Record<`process.env.GRIDLESS_${string}`, string>;

export const constantsOf = ({
  tokenLimit,
  mailFrom = "",
}: Pick<Settings, "tokenLimit" | "mailFrom">): Constants => ({
  "process.env.GRIDLESS_TOKEN_RATE": text(tokenLimit?.rate),
  "process.env.GRIDLESS_TOKEN_BURST": text(tokenLimit?.burst),
  "process.env.GRIDLESS_MAIL_FROM": JSON.stringify(mailFrom),
  // files are in a bucket
  "process.env.GRIDLESS_FILES": JSON.stringify(""),
});

const text = (value: number | undefined) => JSON.stringify(String(value ?? ""));
