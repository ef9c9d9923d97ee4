/*
 * Settings, and what consumers subscribe to, that the bundler inserts as constants. It removes the code that they switch off. So a bundle contains only the commands that its
 * function sends, and permissions.ts, which reads the bundles, allows only these.
 */
import type { Consumer } from "#lib/events/consumer";
import type { Wanting } from "#lib/events/dispatcher";
import type { Registered } from "#lib/registry";
import type { Settings } from "#lib/stack/settings";

export type Constants = Record<`process.env.GRIDLESS_${string}`, string>;

/** The constants as esbuild's option `define` takes them: JavaScript expressions. */
export const constantsOf = (
  {
    tokenLimit,
    mailFrom = "",
    aiModels = "",
    aiDailyTokens,
    cdn,
    oidc,
  }: Pick<Settings, "tokenLimit" | "mailFrom" | "aiModels" | "cdn" | "oidc"> & { aiDailyTokens?: number },
  consumers: Registered<Consumer>[],
): Constants => ({
  // the dispatcher's environment has no room for them; only its bundle reads them
  "process.env.GRIDLESS_CONSUMERS": JSON.stringify(JSON.stringify(consumers.map(wanting))),
  "process.env.GRIDLESS_TOKEN_RATE": text(tokenLimit?.rate),
  "process.env.GRIDLESS_TOKEN_BURST": text(tokenLimit?.burst),
  "process.env.GRIDLESS_MAIL_FROM": JSON.stringify(mailFrom),
  "process.env.GRIDLESS_AI_MODELS": JSON.stringify(aiModels),
  "process.env.GRIDLESS_AI_DAILY_TOKENS": text(aiModels ? aiDailyTokens : undefined),
  "process.env.GRIDLESS_CDN": JSON.stringify(cdn ? (cdn.isOnly ? "on" : "beside") : ""),
  // deployed functions ask Amazon Bedrock, never another address
  "process.env.GRIDLESS_AI_URL": JSON.stringify(""),
  "process.env.GRIDLESS_OIDC_ISSUER": text(oidc?.issuer),
  "process.env.GRIDLESS_OIDC_CLIENT_ID": text(oidc?.clientId),
  // deployed functions read the secret from a parameter, never from their environment
  "process.env.GRIDLESS_OIDC_CLIENT_SECRET": text(""),
  "process.env.GRIDLESS_OIDC_SECRET_PARAMETER": text(oidc?.secretParameter),
  "process.env.GRIDLESS_OIDC_NAME": text(oidc?.name),
  "process.env.GRIDLESS_OIDC_DOMAINS": text(oidc?.domains),
  // deployed functions keep files in a bucket, never in a folder
  "process.env.GRIDLESS_FILES": JSON.stringify(""),
});

const wanting = ({ operation, handler }: Registered<Consumer>): Wanting => ({
  operation,
  changes: handler.consumer.changes,
});

const text = (value: number | string | undefined) => JSON.stringify(String(value ?? ""));
