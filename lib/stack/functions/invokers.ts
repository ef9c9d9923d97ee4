/*
 * The roles with which API Gateway calls the functions: a few for all areas, because an account has 1,000 roles. Each names its functions
 * one by one. The permission of an area is a policy in its nested stack, which knows the names.
 */
import { CfnPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { AreaBundle } from "#lib/stack/bundles/bundle";
import type { OwnFunction } from "./own-function.ts";

/** The inline policies of a role have 10,240 characters in all; the ARN of a function has some 120. */
const functionsOfInvoker = 60;

/** Gives the role for each area. Areas with more functions than fit have one of their own. */
export function makeInvokers(scope: Construct, areas: AreaBundle[]): Map<string, Role> {
  let count = 0;
  let free = 0;
  let role: Role | undefined;
  const invokers = new Map<string, Role>();
  for (const { area, functions } of areas) {
    if (!role || functions.length > free) {
      free = functionsOfInvoker;
      role = new Role(scope, `Invoker${++count}`, {
        assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      });
    }
    free -= functions.length;
    invokers.set(area, role);
  }
  return invokers;
}

/** Allows the role of an area to call these functions. */
export function mayInvoke(
  scope: Construct,
  area: string,
  invoker: Role,
  functions: { own: OwnFunction }[],
): CfnPolicy {
  const invoke = new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: functions.map(({ own }) => own.handler.functionArn),
  });
  return new CfnPolicy(scope, "Invoke", {
    policyName: `invoke-${area}`,
    policyDocument: new PolicyDocument({ statements: [invoke] }),
    roles: [invoker.roleName],
  });
}

/** A role that may call the functions or aliases with these ARNs, and no others. */
export const invokerOf = (scope: Construct, resources: string[]): Role =>
  new Role(scope, "LiveInvoker", {
    assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
    inlinePolicies: {
      invoke: new PolicyDocument({
        statements: [new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources })],
      }),
    },
  });
