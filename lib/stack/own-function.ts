/* One function with its own role and log group: 3 resources. */
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
  /** Its permissions besides writing logs and traces. */
  statements: PolicyStatement[];
  environment: Record<string, string>;
  settings: Settings;
}

/** One second less than API Gateway waits. The deletion of tables also relies on it: no write lasts longer. */
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
      // CPU grows with memory: a cold start at 1024 MB takes about half the time of one at 512 MB, at the same cost
      memorySize: 1024,
      timeout,
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Lambda itself logs only timeouts and crashes: our own line has the rest, and log lines cost money
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      logGroup,
      // otherwise CDK would add a policy with permissions that the role already has
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
      // inline, so that the policy is not another resource
      inlinePolicies: { function: new PolicyDocument({ statements: [...own, ...statements] }) },
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason:
        "X-Ray: traces have no ARN, and its two write actions support no other resource. For readers of the stream also dynamodb:ListStreams, which cannot be limited to one stream",
    });
    for (const model of statements.flatMap(({ resources }) => resources))
      if (model.includes(":bedrock:*:"))
        Validations.of(role).acknowledge({
          id: `AwsSolutions-IAM5[Resource::${model.replace(/^.*(?=:bedrock:)/, "arn:<AWS::Partition>")}]`,
          reason:
            "An inference profile leads to the same model in several regions, and needs the permission for it in each",
        });
    for (const { actions } of statements)
      if (actions.includes("execute-api:ManageConnections"))
        for (const method of ["POST", "DELETE"])
          Validations.of(role).acknowledge({
            // the name that nested stacks use for the WebSocket API
            id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<referencetoGridlessSocketApi5A53BD2CRef>/socket/${method}/@connections/*]`,
            reason: "Connections are made by clients: texts go to any of them, of this one API",
          });
    if (statements.some(({ actions }) => actions.some((action) => action.startsWith("s3:"))))
      Validations.of(role).acknowledge({
        // the name that nested stacks use for the bucket
        id: "AwsSolutions-IAM5[Resource::<referencetoGridlessAttachments03B2EDEAArn>/attachments/*]",
        reason:
          "The request decides which file is accessed: it can be any file in this folder of this one bucket",
      });
    return role;
  }
}
