/*
 * The setting `canary`: calls on records go through an alias of each function, which a deployment moves to the new version for 10 % of the calls at
 * first, and after five minutes for all. If answers fail meanwhile, CodeDeploy moves the aliases back, and CloudFormation the whole stack.
 *
 *   CloudFormation ─▶ stack of the area "record" ─▶ versions ─▶ CodeDeploy: 10 % · 5 minutes · alarm? ─▶ all other stacks
 *
 * Why not each function: one of 300 that is called now and then has no calls in five minutes that could show anything. CodeDeploy calls Lambda for each
 * deployment, and Lambda takes 15 such calls a second of an account. All other stacks wait, so the code that all functions share has passed
 * this test before they get it. A function with an alias has a role of its own (shared-roles.ts): Lambda shares calls between two
 * versions only if they have the same role.
 */

import { Validations } from "aws-cdk-lib";
import type { IAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { CfnDeploymentGroup, LambdaApplication, LambdaDeploymentConfig } from "aws-cdk-lib/aws-codedeploy";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

/** The area whose endpoints have aliases: these calls are the most of all, and their code has most of what is shared. */
export const canaryArea = "record";

/** What the deployments of a stage have in common. */
export class Canary extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;
  private readonly alarm: IAlarm;
  private readonly isAtOnce: boolean;

  /** `isAtOnce`: the aliases move for all calls, whatever the alarm says. */
  constructor(scope: Construct, id: string, alarm: IAlarm, { isAtOnce }: { isAtOnce: boolean }) {
    super(scope, id);
    this.application = new LambdaApplication(this, "Application");
    const policy = "service-role/AWSCodeDeployRoleForLambdaLimited";
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
      reason: "The policy that AWS makes for deployments of Lambda, with what CodeDeploy needs and no more",
    });
    this.role = role;
    this.alarm = alarm;
    this.isAtOnce = isAtOnce;
  }

  /** Gives the ARN of the alias through which the function is called. */
  aliasOf(scope: Construct, handler: lambda.Function): string {
    const { applicationName } = this.application;
    const group = new CfnDeploymentGroup(scope, "Canary", {
      applicationName,
      serviceRoleArn: this.role.roleArn,
      deploymentConfigName: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES.deploymentConfigName,
      deploymentStyle: { deploymentType: "BLUE_GREEN", deploymentOption: "WITH_TRAFFIC_CONTROL" },
      alarmConfiguration: { enabled: true, alarms: [{ name: this.alarm.alarmName }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_REQUEST", "DEPLOYMENT_STOP_ON_ALARM"],
      },
    });
    const alias = new lambda.CfnAlias(scope, "Live", {
      name: "live",
      functionName: handler.functionName,
      functionVersion: handler.currentVersion.version,
    });
    // by this CloudFormation asks CodeDeploy, and without it moves the alias itself
    const codeDeployLambdaAliasUpdate = { applicationName, deploymentGroupName: group.ref };
    if (!this.isAtOnce) alias.cfnOptions.updatePolicy = { codeDeployLambdaAliasUpdate };
    return alias.ref;
  }
}
