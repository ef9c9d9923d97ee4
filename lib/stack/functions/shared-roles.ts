/*
 * The roles of an area's functions. Functions with equal permissions share one: an account has 1,000 roles, and a role for each function
 * would leave room for three stages. A role may also write to the log groups of its functions, and to no others.
 */
import { createHash } from "node:crypto";
import { type Stack, Validations } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Settings } from "#lib/stack/settings";

interface SharedRole {
  role: Role;
  logging: PolicyStatement;
}

export class SharedRoles {
  readonly #scope: Stack;
  readonly #settings: Settings;
  readonly #roles = new Map<string, SharedRole>();

  constructor(scope: Stack, settings: Settings) {
    this.#scope = scope;
    this.#settings = settings;
  }

  /**
   * Gives the role that allows these statements, traces, and writing to this log group. `only`: the function that has it for itself, also
   * after its permissions change, as Lambda demands of versions that an alias stands for together.
   */
  roleFor(statements: PolicyStatement[], { logGroupArn }: LogGroup, only = ""): Role {
    const allowed = statements.map((each) => each.toStatementJson());
    const permissions = only + JSON.stringify(this.#scope.resolve(allowed));
    const found = this.#roles.get(permissions);
    if (found) {
      found.logging.addResources(logGroupArn);
      return found.role;
    }
    const logging = new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroupArn],
    });
    const own = [logging, ...(this.#settings.tracing ? [mayTrace()] : [])];
    // named by what it allows: a function whose permissions change gets another role, and the role of others stays
    const name = only ? `Of${only}` : createHash("sha256").update(permissions).digest("hex").slice(0, 8);
    const role = new Role(this.#scope, `Role${name}`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      // inline, so that the policy is not another resource
      inlinePolicies: { function: new PolicyDocument({ statements: [...own, ...statements] }) },
    });
    explainWildcards(role, statements);
    this.#roles.set(permissions, { role, logging });
    return role;
  }
}

const mayTrace = () =>
  new PolicyStatement({
    actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    resources: ["*"],
  });

/** Says to cdk-nag why some resources are wildcards. */
function explainWildcards(role: Role, statements: PolicyStatement[]): void {
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
}
