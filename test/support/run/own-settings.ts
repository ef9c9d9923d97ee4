/*
 * Settings in the shell of a person who runs `npm test`, for their own server or their account at AWS. Tests set what they need, so a
 * run does without them. Those that say which store and which engine are tested stay.
 */
const ofServer = [
  ...["PORT", "HOST", "GRIDLESS_DATA", "GRIDLESS_SIGN_UP", "GRIDLESS_MAIL_FROM", "GRIDLESS_ORIGIN"],
  ...["GRIDLESS_AI_URL", "GRIDLESS_AI_KEY", "GRIDLESS_AI_MODELS", "GRIDLESS_AI_DAILY_TOKENS"],
  ...["GRIDLESS_OIDC_ISSUER", "GRIDLESS_OIDC_CLIENT_ID", "GRIDLESS_OIDC_CLIENT_SECRET"],
  ...["GRIDLESS_OIDC_NAME", "GRIDLESS_OIDC_DOMAINS"],
  ...[
    "LOG",
    "GRIDLESS_CORS_ORIGINS",
    "GRIDLESS_TOKEN_RATE",
    "GRIDLESS_TOKEN_BURST",
    "GRIDLESS_SETTLE_SECONDS",
  ],
];

/** With a profile the SDK does not read the credentials in the environment, which are placeholders on the embedded store. */
const ofAws = ["AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_SSM"];

/** Takes them out of the environment that workers get. A server elsewhere is told to tests in them, and its store may need those of AWS. */
export function forgetSettings(environment: NodeJS.ProcessEnv): void {
  const { GRIDLESS_TEST_TARGET: target = "", AWS_ENDPOINT_URL_DYNAMODB: store } = environment;
  if (target.startsWith("http")) return;
  for (const name of store ? ofServer : [...ofServer, ...ofAws]) delete environment[name];
}
