/*
 * Settings that the bundler inserts as constants. It removes the code that they switch off. So a bundle contains only the commands that its
 * function sends, and permissions.ts, which reads the bundles, allows only these.
 */
import type { Settings } from "./settings.ts";

export type Constants = Record<`process.env.GRIDLESS_${string}`, string>;

/** The constants as esbuild's option `define` takes them: JavaScript expressions. */
export const constantsOf = ({
  tokenLimit,
  mailFrom = "",
}: Pick<Settings, "tokenLimit" | "mailFrom">): Constants => ({
  "process.env.GRIDLESS_TOKEN_RATE": text(tokenLimit?.rate),
  "process.env.GRIDLESS_TOKEN_BURST": text(tokenLimit?.burst),
  "process.env.GRIDLESS_MAIL_FROM": JSON.stringify(mailFrom),
  // deployed functions keep files in a bucket, never in a folder
  "process.env.GRIDLESS_FILES": JSON.stringify(""),
});

const text = (value: number | undefined) => JSON.stringify(String(value ?? ""));
