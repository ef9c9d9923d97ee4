/*
 * What may differ between deployments: CDK context, with the defaults in cdk.json, `-c throttleRate=50` for once. From the
 * command line all of it comes as text; where a setting may be off, that is "" or 0.
 */
import { RemovalPolicy } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import * as z from "zod";
import { maxBurst, type RateLimit } from "#lib/data/identity/rate-limit";

const days = Object.values(RetentionDays).filter(
  (value): value is RetentionDays => typeof value === "number",
);

const origin = /^(\*|https?:\/\/(\*|[a-z0-9.-]+)(:\d+)?)$/;
const list = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const shape = z.object({
  /** Tells deployments in one account apart: the stack is gridless-<stage>. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "must be small letters, digits and -"),
  /** A domain of one's own, and its certificate in AWS Certificate Manager, in the stack's region. */
  domainName: z.string().regex(/^(([a-z0-9-]+\.)+[a-z]{2,})?$/, {
    error: "must be a domain as api.example.org, or empty",
    abort: true,
  }),
  certificateArn: z.string().regex(/^(arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+)?$/, {
    error: "must be the ARN of a certificate, or empty",
    abort: true,
  }),
  /** Pages of other origins that may call: a list with commas, * for all. */
  corsOrigins: z
    .string()
    .transform(list)
    .refine(
      (all) => all.every((each) => origin.test(each)),
      "must be origins as https://app.example.org, or *",
    ),
  /** Requests a second, over all callers; more are answered 429. */
  throttleRate: z.coerce.number().int().min(1),
  throttleBurst: z.coerce.number().int().min(1),
  /** Requests a second with one token, 0 for no limit; and how many of them at once. */
  tokenRate: z.coerce.number().min(0).max(1000),
  tokenBurst: z.coerce.number().int().min(1).max(maxBurst),
  logRetentionDays: z.coerce
    .number()
    .refine((value): value is RetentionDays => days.includes(value), `must be one of ${days.join(", ")}`),
  /** Traces in X-Ray: of one call a second and 5 % of the others, which Lambda lets nobody change. */
  tracing: z.enum(["on", "off"]),
  /** Who hears of alarms. */
  alarmEmail: z.string().regex(/^(\S+@\S+\.\S+)?$/, "must be an e-mail address, or empty"),
  /** Who may sign up: whoever finds the address writes at the owner's cost where it is open. */
  signUp: z.enum(["open", "invitation"]),
  /** Whom mails are from: it, or its domain, is a verified identity of SES in the stack's region. */
  mailFrom: z.string().regex(/^([^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+)?$/, "must be an e-mail address, or empty"),
  /** What becomes of the store when the stack is deleted. */
  removalPolicy: z.enum(["retain", "destroy"]),
});

const bothOrNeither = shape.refine(
  ({ domainName, certificateArn }) => (domainName === "") === (certificateArn === ""),
  { path: ["domainName"], message: "domainName and certificateArn need each other" },
);

export interface Settings {
  stage: string;
  domain?: { name: string; certificateArn: string };
  corsOrigins: string[];
  throttle: { rateLimit: number; burstLimit: number };
  tokenLimit?: RateLimit;
  logRetention: RetentionDays;
  tracing: boolean;
  alarmEmail?: string;
  signUp: "open" | "invitation";
  mailFrom?: string;
  removalPolicy: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
}

export function readSettings({ node }: Construct): Settings {
  const context = Object.keys(shape.shape).map((name) => [name, node.tryGetContext(name)]);
  const { data, error } = bothOrNeither.safeParse(Object.fromEntries(context));
  if (error) throw new Error(`The context (cdk.json, -c) is wrong:\n${z.prettifyError(error)}`);
  const { domainName, certificateArn, tokenRate, tokenBurst, alarmEmail, mailFrom } = data;
  return {
    stage: data.stage,
    ...(domainName && { domain: { name: domainName, certificateArn } }),
    corsOrigins: data.corsOrigins,
    throttle: { rateLimit: data.throttleRate, burstLimit: data.throttleBurst },
    ...(tokenRate > 0 && { tokenLimit: { rate: tokenRate, burst: tokenBurst } }),
    logRetention: data.logRetentionDays,
    tracing: data.tracing === "on",
    ...(alarmEmail && { alarmEmail }),
    signUp: data.signUp,
    ...(mailFrom && { mailFrom }),
    removalPolicy: data.removalPolicy === "retain" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  };
}
