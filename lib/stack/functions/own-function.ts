/* One function with its own log group, and a role that functions with equal permissions share (shared-roles.ts): 2 resources. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Settings } from "#lib/stack/settings";
import { longestCallSeconds } from "#lib/store/running-calls";
import type { SharedRoles } from "./shared-roles.ts";

export interface OwnFunctionProps {
  operation: string;
  description: string;
  code: lambda.Code;
  /** Its permissions besides writing logs and traces. */
  statements: PolicyStatement[];
  roles: SharedRoles;
  /** Whether its role is its own, and stays when its permissions change. */
  hasOwnRole: boolean;
  environment: Record<string, string>;
  settings: Settings;
}

export const timeout = Duration.seconds(longestCallSeconds);

export class OwnFunction extends Construct {
  readonly handler: lambda.Function;
  readonly logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { operation, description, code, statements, roles, hasOwnRole, environment, settings }: OwnFunctionProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Logs", {
      retention: settings.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.logGroup = logGroup;
    this.handler = new lambda.Function(this, "Function", {
      description,
      code,
      handler: `${operation}.handler`,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      // CPU grows with memory: a cold start at 1024 MB takes about half the time of one at 512 MB, at the same cost
      memorySize: 1024,
      timeout,
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Lambda itself logs only timeouts and crashes: our own line has the rest, and log lines cost money
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      logGroup,
      // otherwise CDK would add a policy with permissions that the role already has
      role: roles.roleFor(statements, logGroup, hasOwnRole ? operation : "").withoutPolicyUpdates(),
      environment,
    });
  }
}
