/* One function, with a role and a log group of its own: 3 resources. */
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Registered } from "#lib/registry";
import type { Settings } from "./settings.ts";

export interface EndpointFunctionProps {
  registered: Registered;
  code: lambda.Code;
  store: Table;
  /** What it may do with the store's table. */
  actions: string[];
  settings: Settings;
}

export class EndpointFunction extends Construct {
  readonly handler: lambda.Function;
  readonly logGroup: LogGroup;
  readonly registered: Registered;

  constructor(
    scope: Construct,
    id: string,
    { registered, code, store, actions, settings }: EndpointFunctionProps,
  ) {
    super(scope, id);
    this.registered = registered;
    const { operation, handler } = registered;
    const logGroup = new LogGroup(this, "Logs", {
      retention: settings.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.logGroup = logGroup;
    this.handler = new lambda.Function(this, "Function", {
      description: handler.definition?.summary ?? "Answers where no endpoint does",
      code,
      handler: `${operation}.handler`,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      // CPU comes with memory: at 1024 MB a start takes about half of what it takes at 512, for the same money
      memorySize: 1024,
      // a second less than API Gateway waits
      timeout: Duration.seconds(29),
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      // of Lambda's own lines only those of calls that time out or crash: ours says the rest, and lines are paid for
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      logGroup,
      // CDK would add to it what is here already
      role: this.role(logGroup, store, actions, settings).withoutPolicyUpdates(),
      environment: {
        // with these it logs a line of each call
        GRIDLESS_STAGE: settings.stage,
        GRIDLESS_OPERATION: operation,
        ...(actions.length > 0 && { GRIDLESS_STORE: store.tableName }),
      },
    });
  }

  private role(logGroup: LogGroup, store: Table, actions: string[], { tracing }: Settings): Role {
    const statements = [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    ];
    if (tracing)
      statements.push(
        new PolicyStatement({
          actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
          resources: ["*"],
        }),
      );
    if (actions.length > 0) statements.push(new PolicyStatement({ actions, resources: [store.tableArn] }));
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      // inside the role, so that there is no resource more
      inlinePolicies: { function: new PolicyDocument({ statements }) },
    });
    if (tracing)
      Validations.of(role).acknowledge({
        id: "AwsSolutions-IAM5[Resource::*]",
        reason: "X-Ray: traces have no ARN, its two writing actions know no other resource",
      });
    return role;
  }
}
