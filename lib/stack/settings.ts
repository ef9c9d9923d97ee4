/* What may differ between deployments: CDK context, with the defaults in cdk.json, `-c throttleRate=50` for once. */
import { RemovalPolicy } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import * as z from "zod";

const days = Object.values(RetentionDays).filter(
  (value): value is RetentionDays => typeof value === "number",
);

const shape = z.object({
  /** Tells deployments in one account apart: the stack is gridless-<stage>. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "must be small letters, digits and -"),
  /** Requests a second, over all callers; more are answered 429. */
  throttleRate: z.coerce.number().int().min(1),
  throttleBurst: z.coerce.number().int().min(1),
  logRetentionDays: z.coerce
    .number()
    .refine((value): value is RetentionDays => days.includes(value), `must be one of ${days.join(", ")}`),
  /** What becomes of the store when the stack is deleted. */
  removalPolicy: z.enum(["retain", "destroy"]),
});

export interface Settings {
  stage: string;
  throttle: { rateLimit: number; burstLimit: number };
  logRetention: RetentionDays;
  removalPolicy: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
}

export function readSettings({ node }: Construct): Settings {
  const context = Object.keys(shape.shape).map((name) => [name, node.tryGetContext(name)]);
  const { data, error } = shape.safeParse(Object.fromEntries(context));
  if (error) throw new Error(`The context (cdk.json, -c) is wrong:\n${z.prettifyError(error)}`);
  return {
    stage: data.stage,
    throttle: { rateLimit: data.throttleRate, burstLimit: data.throttleBurst },
    logRetention: data.logRetentionDays,
    removalPolicy: data.removalPolicy === "retain" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  };
}
