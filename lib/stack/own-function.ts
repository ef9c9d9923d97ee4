/* One function, with a role and a log group of its own: 3 resources. */
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Settings } from "./settings.ts";

export interface OwnFunctionProps {
  operation: string;
  description: string;
  code: lambda.Code;
  /** What it may do besides writing its logs and traces. */
  statements: PolicyStatement[];
  environment: Record<string, string>;
  settings: Settings;
}

/** A second less than API Gateway waits; what is written into a table that is being deleted depends on it too. */
export const timeout = Duration.seconds(29);

export class OwnFunction extends Construct {
  readonly handler: lambda.Function;
  readonly logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { operation, description, code, statements, environment, settings }: OwnFunctionProps,
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
      // CPU comes with memory: at 1024 MB a start takes about half of what it takes at 512, for the same money
      memorySize: 1024,
      timeout,
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      // of Lambda's own lines only those of calls that time out or crash: ours says the rest, and lines are paid for
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      logGroup,
      // CDK would add to it what is here already
      role: this.role(logGroup, statements, settings).withoutPolicyUpdates(),
      environment,
    });
  }

  private role(logGroup: LogGroup, statements: PolicyStatement[], { tracing }: Settings): Role {
    const own = [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    ];
    if (tracing)
      own.push(
        new PolicyStatement({
          actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
          resources: ["*"],
        }),
      );
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      // inside the role, so that there is no resource more
      inlinePolicies: { function: new PolicyDocument({ statements: [...own, ...statements] }) },
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason:
        "X-Ray: traces have no ARN, its two writing actions know no other resource. Of the dispatcher also dynamodb:ListStreams, which is asked for no single stream",
    });
    if (statements.some(({ actions }) => actions.some((action) => action.startsWith("s3:"))))
      Validations.of(role).acknowledge({
        // by the way in which nested stacks name the bucket
        id: "AwsSolutions-IAM5[Resource::<referencetoGridlessAttachments03B2EDEAArn>/attachments/*]",
        reason: "Which file it is follows from what is asked: any of those in this folder of the one bucket",
      });
    return role;
  }
}
