/*
 * Settings of a deployment, read from the CDK context. The defaults are in cdk.json; `-c throttleRate=50` changes one for a single
 * command. Values from the command line are text. An optional setting is turned off by "" or 0.
 */
import { RemovalPolicy } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import * as z from "zod";
import { parseModels } from "#lib/ai/models";
import { maxBurst, type RateLimit } from "#lib/data/identity/rate-limit";
import { findNearest } from "#lib/engine/values/nearest-text";
import { defaultAtOnce } from "#lib/events/consumer";
import { originsIn, originsProblem } from "#lib/http/cors";
import { senderPattern, tokenRates } from "#lib/local/process/check-environment";
import { StartError } from "#lib/local/process/start-error";
import { domainsProblem, issuerProblem, longestName } from "#lib/oidc/settings";
import { limits } from "#lib/schemas/basics/limits";

const days = Object.values(RetentionDays).filter(
  (value): value is RetentionDays => typeof value === "number",
);

/** Labels of 1 to 63 characters, at most 253 in all. The last label has letters only, or is `xn--` with the encoding of other letters. */
const domain =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--([a-z0-9-]{0,57}[a-z0-9])?)$/;

/** A number, or its digits as text, as the command line gives it. Everything else is refused, also true, null and "". */
const inDigits = (rule: z.ZodNumber) =>
  z
    .unknown()
    .transform((value) =>
      typeof value === "string" && /^[+-]?\d+(\.\d+)?(e\d+)?$/.test(value.trim()) ? Number(value) : value,
    )
    .pipe(rule);

/** Text with which `problemOf` finds nothing wrong; empty text is none. */
const checkedBy = (problemOf: (text: string) => string | undefined) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = text ? problemOf(text) : undefined;
      if (message) context.addIssue({ code: "custom", message, continue: false });
    });

/** One e-mail address, to which the topic of SNS sends. */
const isAddress = (text: string) =>
  z.regexes.html5Email.test(text) && /@[^@]+\.[^@.]+$/.test(text) && text.length <= limits.emailLength;

/** What CloudFront uses must be in this region, wherever the stack is. */
export const cdnRegion = "us-east-1";
const aborting = { abort: true };
const secretRule = {
  error:
    "must be the name of a parameter of AWS Systems Manager that holds the secret, for example /gridless/main/oidc-client-secret, or empty",
  abort: true,
};
/** Of `stopWritesAt`. */
const mostPercent = 1000;

const shape = z.object({
  /** Distinguishes deployments in one account: the stack is named gridless-<stage>. */
  stage: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,30}$/,
      "must begin with a lower-case letter and have at most 31 lower-case letters, digits and hyphens",
    ),
  /** A custom domain, and its certificate in AWS Certificate Manager, in the stack's region. */
  domainName: z.string().refine((text) => text === "" || domain.test(text), {
    error: "must be a domain, for example api.example.org (lower case; other letters as xn--…), or empty",
    abort: true,
  }),
  certificateArn: z.string().regex(/^(arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+)?$/, {
    error: "must be the ARN of a certificate, or empty",
    abort: true,
  }),
  /** The hosted zone of Route 53 that has the domain: its records are made there, and a certificate if none is named. */
  hostedZoneId: z.string().regex(/^(Z[A-Z0-9]{1,31})?$/, {
    error: "must be the id of a hosted zone of Route 53, for example Z0123456789ABCDEFGHIJ, or empty",
    abort: true,
  }),
  /** CloudFront before the API: `beside` takes calls that do not come through it too. */
  cdn: z.enum(["off", "beside", "on"]),
  /** The certificate of the domain for CloudFront, and its web ACL. Both must be in us-east-1. */
  cdnCertificateArn: z
    .string()
    .regex(new RegExp(`^(arn:aws:acm:${cdnRegion}:\\d{12}:certificate/[\\w-]+)?$`), {
      error: `must be the ARN of a certificate in ${cdnRegion}, or empty`,
      abort: true,
    }),
  webAclArn: z
    .string()
    .regex(new RegExp(`^(arn:aws:wafv2:${cdnRegion}:\\d{12}:global/webacl/[\\w-]+/[\\w-]+)?$`), {
      error: `must be the ARN of a web ACL for CloudFront, which is in ${cdnRegion}, or empty`,
      abort: true,
    }),
  /** Names of the secrets by which calls that come through CloudFront are known. It sends the first; all are accepted. */
  cdnSecrets: z
    .string()
    .regex(
      /^([a-z0-9]{1,8})(,(?!\1$)[a-z0-9]{1,8})?$/,
      "must be a name of lower-case letters and digits, or two with a comma between",
    ),
  /** Requests of one address in five minutes, above which the web ACL refuses it (lib/stack/edge). */
  addressRate: inDigits(z.number().int().min(10).max(2_000_000_000)),
  /** Origins of web pages that may call the API: separated by commas; * allows all. */
  corsOrigins: z
    .string()
    .superRefine((text, context) => {
      const message = originsProblem(text);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform(originsIn),
  /** Requests per second of all callers together; more are refused with 429. */
  throttleRate: inDigits(z.number().int().min(1)),
  throttleBurst: inDigits(z.number().int().min(1).max(2_147_483_647)),
  /** USD a month of the whole account, of which AWS Budgets tells the topic of the alarms (0: none). */
  monthlyBudget: inDigits(z.number().min(0).max(1e9)),
  /** Percent of `monthlyBudget`: when so much is spent, calls that write are refused until the month ends (0: never). */
  stopWritesAt: inDigits(z.number().int().min(0).max(mostPercent)),
  /** Units a second that the store may read and write at most (0: the table's quota). */
  maxReadUnits: inDigits(z.number().int().min(0).max(1e9)),
  maxWriteUnits: inDigits(z.number().int().min(0).max(1e9)),
  /** Requests per second with one token (0: no limit), and how many of them may come at once. */
  tokenRate: inDigits(
    z
      .number()
      .refine(
        (rate) => rate === 0 || (rate >= tokenRates.least && rate <= tokenRates.most),
        `must be 0, or from 0.000001 to ${tokenRates.most}`,
      ),
  ),
  tokenBurst: inDigits(z.number().int().min(1).max(maxBurst)),
  /** The most concurrent executions of each consumer that sets no lower number; 1000 is the most that Lambda allows. */
  consumersAtOnce: inDigits(z.number().int().min(defaultAtOnce).max(1000)),
  logRetentionDays: inDigits(z.number()).refine(
    (value): value is RetentionDays => days.includes(value),
    `must be one of ${days.join(", ")}`,
  ),
  /** Traces in X-Ray: of one call per second and 5 % of the others, a rate that cannot be changed in Lambda. */
  tracing: z.enum(["on", "off"]),
  /** The address that receives alarms. */
  alarmEmail: z
    .string()
    .refine((text) => text === "" || isAddress(text), "must be one e-mail address, or empty"),
  /** Who may sign up. With "open", anyone who knows the address can store data at the owner's cost. */
  signUp: z.enum(["open", "invitation"]),
  /** The sender of mails. The address or its domain must be a verified identity of SES in the stack's region. */
  mailFrom: z
    .string()
    .refine(
      (text) => text === "" || (isAddress(text) && senderPattern.test(text)),
      "must be one e-mail address without a name, or empty",
    ),
  /** The models of Amazon Bedrock that fill cells (lib/ai/models.ts). None: nothing is sent anywhere. */
  aiModels: z.string().superRefine((text, context) => {
    const models = parseModels(text);
    if (typeof models === "string") context.addIssue({ code: "custom", message: models });
  }),
  /** Tokens, in and out, that a base may use in a day. */
  aiDailyTokens: inDigits(z.number().int().min(1)),
  /** Whether calls on records get a new version for 10 % of the calls first (functions/canary.ts). */
  canary: z.enum(["off", "on", "at-once"]),
  /** The provider of OpenID Connect with which people may sign in (lib/oidc/settings.ts), and this service's id there. */
  oidcIssuer: checkedBy((text) => issuerProblem(text, false)),
  oidcClientId: z.string().trim().max(500, aborting),
  /** The name of the parameter of Systems Manager that holds the secret: never the secret itself. */
  oidcClientSecret: z.string().regex(/^(?:(?:\/[\w.-]{1,60}){1,15})?$/, secretRule),
  /** What people call the provider. */
  oidcName: z.string().trim().max(longestName, aborting),
  /** Domains of addresses that may sign up with the provider without an invitation. */
  oidcDomains: checkedBy(domainsProblem),
  /** What happens to the store and the files when the stack is deleted. */
  removalPolicy: z.enum(["retain", "destroy"]),
});

const together = shape
  .refine(
    ({ stopWritesAt, monthlyBudget }) =>
      !(stopWritesAt >= 1 && stopWritesAt <= mostPercent) || monthlyBudget > 0,
    {
      path: ["stopWritesAt"],
      message: "is a part of monthlyBudget, which must be set too",
    },
  )
  .refine(
    // behind CloudFront the API itself has no domain
    ({ domainName, certificateArn, hostedZoneId, cdn }) =>
      (cdn === "on" && domainName !== "") ||
      (domainName === "") === (certificateArn === "" && hostedZoneId === ""),
    {
      path: ["domainName"],
      message: "domainName and certificateArn must be set together, or domainName and hostedZoneId",
    },
  )
  .refine(
    ({ domainName, cdn, cdnCertificateArn }) =>
      cdn === "off" || (domainName === "") === (cdnCertificateArn === ""),
    {
      path: ["cdnCertificateArn"],
      message:
        "domainName and cdnCertificateArn must be set together; docs/operations/cdn.md says how to make one",
    },
  )
  .refine(({ cdn, webAclArn }) => cdn !== "off" || webAclArn === "", {
    path: ["webAclArn"],
    message: "a web ACL protects CloudFront: set cdn too",
  })
  .refine(
    ({ oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcDomains }) =>
      oidcIssuer ? oidcClientId : !(oidcClientId || oidcClientSecret || oidcName || oidcDomains),
    {
      path: ["oidcIssuer"],
      message: "oidcIssuer and oidcClientId must be set together; the other settings of oidc need them",
    },
  );

/** CloudFront before the API. */
interface CdnSettings {
  /** Whether calls that come to the API directly are refused. */
  isOnly: boolean;
  certificateArn?: string;
  webAclArn?: string;
  /** Names of the secrets: the first is sent, all are accepted. */
  secrets: string[];
}

/** The outside provider with which people may sign in. */
interface OidcSettings {
  issuer: string;
  clientId: string;
  /** The name of the parameter that holds the client secret; "" for a client without one. */
  secretParameter: string;
  name: string;
  domains: string;
}

/** The validated settings; those that are turned off are undefined. */
export interface Settings {
  stage: string;
  /** With a certificate, a hosted zone, or both. */
  domain?: { name: string; certificateArn?: string; hostedZoneId?: string };
  /** CloudFront, if it is before the API. */
  cdn?: CdnSettings;
  addressRate: number;
  corsOrigins: string[];
  throttle: { rateLimit: number; burstLimit: number };
  monthlyBudget?: number;
  /** Percent of it. */
  stopWritesAt?: number;
  maxReadUnits?: number;
  maxWriteUnits?: number;
  tokenLimit?: RateLimit;
  consumersAtOnce: number;
  logRetention: RetentionDays;
  tracing: boolean;
  alarmEmail?: string;
  signUp: "open" | "invitation";
  mailFrom?: string;
  /** As in the setting. */
  aiModels?: string;
  aiDailyTokens: number;
  /** Aliases that a deployment moves; at once, or for some calls first. */
  canary?: { isAtOnce: boolean };
  oidc?: OidcSettings;
  removalPolicy: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
}

/** The longest stage that there may be. */
export const longestStage = "s".repeat(31);

const known = Object.keys(shape.shape);

/** Throws StartError if a setting is missing, invalid or unknown, with a line for each. */
export function readSettings({ node }: Construct): Settings {
  const context: Record<string, unknown> = node.getAllContext();
  const values = Object.fromEntries(known.map((name) => [name, context[name]]));
  const { data, error } = together.safeParse(values);
  const invalid = (error?.issues ?? []).map(({ path, message }) => {
    const [name = ""] = path.map(String);
    const problem = values[name] === undefined ? "is missing; cdk.json has all settings" : message;
    // a secret that was put there by mistake must not be shown
    const value = name === "oidcClientSecret" ? "…" : String(values[name] ?? "");
    return `Invalid setting ${name}=${value}: ${problem}`;
  });
  const problems = [...unknownIn(Object.keys(context)), ...invalid];
  if (!data || problems.length > 0) throw new StartError(problems.join("\n"));
  const { domainName, certificateArn, hostedZoneId, tokenRate, tokenBurst, alarmEmail, mailFrom, aiModels } =
    data;
  return {
    stage: data.stage,
    ...(domainName && {
      domain: {
        name: domainName,
        ...(certificateArn && { certificateArn }),
        ...(hostedZoneId && { hostedZoneId }),
      },
    }),
    ...(data.cdn !== "off" && { cdn: cdnOf(data) }),
    addressRate: data.addressRate,
    corsOrigins: data.corsOrigins,
    throttle: { rateLimit: data.throttleRate, burstLimit: data.throttleBurst },
    ...(data.monthlyBudget > 0 && { monthlyBudget: data.monthlyBudget }),
    ...(data.stopWritesAt > 0 && { stopWritesAt: data.stopWritesAt }),
    ...(data.maxReadUnits > 0 && { maxReadUnits: data.maxReadUnits }),
    ...(data.maxWriteUnits > 0 && { maxWriteUnits: data.maxWriteUnits }),
    ...(tokenRate > 0 && { tokenLimit: { rate: tokenRate, burst: tokenBurst } }),
    consumersAtOnce: data.consumersAtOnce,
    logRetention: data.logRetentionDays,
    tracing: data.tracing === "on",
    ...(alarmEmail && { alarmEmail }),
    signUp: data.signUp,
    ...(mailFrom && { mailFrom }),
    ...(aiModels.trim() && { aiModels: aiModels.trim() }),
    aiDailyTokens: data.aiDailyTokens,
    ...(data.canary !== "off" && { canary: { isAtOnce: data.canary === "at-once" } }),
    ...(data.oidcIssuer && {
      oidc: {
        issuer: data.oidcIssuer,
        clientId: data.oidcClientId,
        secretParameter: data.oidcClientSecret,
        name: data.oidcName,
        domains: data.oidcDomains,
      },
    }),
    removalPolicy: data.removalPolicy === "retain" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  };
}

const cdnOf = ({ cdn, cdnCertificateArn, webAclArn, cdnSecrets }: z.output<typeof shape>): CdnSettings => ({
  isOnly: cdn === "on",
  ...(cdnCertificateArn && { certificateArn: cdnCertificateArn }),
  ...(webAclArn && { webAclArn }),
  secrets: cdnSecrets.split(","),
});

/** The CDK's own names: `aws:cdk:bundling-stacks`, `@aws-cdk/core:stackRelativeExports`, `cli-telemetry`, `vpc-provider:account=…`. */
const isOfCdk = (name: string) =>
  /^(aws:|aws-cdk:|@|cli-telemetry$|acknowledged-issue-numbers$|cdk-)|:account=/.test(name);

const unknownIn = (names: string[]): string[] =>
  names
    .filter((name) => !known.includes(name) && !isOfCdk(name))
    .map((name) => {
      const nearest = nearestOf(name);
      return `Unknown setting ${name}: ${nearest ? `did you mean ${nearest}?` : `the settings are ${known.join(", ")}`}`;
    });

/** The setting that a name was probably meant to be: one with few other letters, or one that has the name in it. */
function nearestOf(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const isPart = (each: string) => each.toLowerCase().includes(wanted) || wanted.includes(each.toLowerCase());
  return findNearest(name, known) ?? (wanted.length > 2 ? known.find(isPart) : undefined);
}
