/*
 * The settings with which the deployed stack is updated, each with another value than before. test/stack/settings.test.ts knows of each setting
 * of cdk.json how it is proven, here or elsewhere.
 */

/** The models that may fill cells in the tests: one by its own name, one by a profile. */
export const aiModels = "m=amazon.nova-micro-v1:0 wide=us.amazon.nova-lite-v1:0";

/** With which it is deployed at first; sign-up must be open for the tests. */
export const firstSettings = { stage: "tried", signUp: "open", aiModels };

/** The areas whose code has the changed settings compiled into it. */
export const areasAsked = ["auth", "job", "mail"];

export const changedSettings = {
  cdn: "on",
  cdnSecrets: "b,a",
  corsOrigins: "https://app.example.org",
  throttleRate: 70,
  throttleBurst: 90,
  monthlyBudget: 20,
  stopWritesAt: 90,
  maxReadUnits: 2000,
  maxWriteUnits: 1000,
  tokenRate: 0.0001,
  tokenBurst: 2,
  consumersAtOnce: 20,
  logRetentionDays: 30,
  tracing: "off",
  alarmEmail: "ada@example.org",
  signUp: "invitation",
  mailFrom: "gridless@example.org",
  aiModels: "m=amazon.nova-micro-v1:0",
  aiDailyTokens: 1,
  canary: "on",
  oidcIssuer: "https://login.example.org/",
  oidcClientId: "gridless",
  oidcClientSecret: "/gridless/tried/oidc-client-secret",
  oidcName: "Example",
  oidcDomains: "example.org",
  removalPolicy: "destroy",
};
