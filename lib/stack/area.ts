/*
 * The functions of one folder with their routes, as a nested stack: each stays far below the 500 resources that
 * CloudFormation takes. An endpoint is 5 resources: function, role, log group, integration, route.
 */
import { NestedStack, Validations } from "aws-cdk-lib";
import { CfnIntegration, CfnRoute, type HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Code } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Registered } from "#lib/registry";
import type { AreaBundle } from "./bundle.ts";
import { EndpointFunction } from "./endpoint-function.ts";
import type { Settings } from "./settings.ts";

export interface AreaProps {
  bundle: AreaBundle;
  api: HttpApi;
  store: Table;
  actionsOf: (registered: Registered) => string[];
  settings: Settings;
}

export class Area extends NestedStack {
  readonly title: string;
  readonly logs: LogGroup[];

  constructor(scope: Construct, id: string, { bundle, api, store, actionsOf, settings }: AreaProps) {
    super(scope, id, { description: `Gridless: ${bundle.area}` });
    this.title = bundle.area;
    const code = Code.fromAsset(bundle.folder);
    const endpoints = bundle.functions.map((registered) => {
      const actions = actionsOf(registered);
      const props = { registered, code, store, actions, settings };
      return new EndpointFunction(this, registered.operation, props);
    });
    this.logs = endpoints.map(({ logGroup }) => logGroup);
    const invoker = this.invoker(endpoints);
    for (const endpoint of endpoints) route(endpoint, api, invoker);
    Validations.of(this).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "Callers are known by tokens that the functions themselves look up (lib/http/authenticate.ts), beside the other reads of a request; an authorizer would be one function and one round trip more",
    });
  }

  /** Who API Gateway is when it calls: one role, instead of a permission for each route. */
  private invoker(endpoints: EndpointFunction[]): Role {
    const resources = endpoints.map(({ handler }) => handler.functionArn);
    const invoke = new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources });
    return new Role(this, "Invoker", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
    });
  }
}

function route(endpoint: EndpointFunction, { apiId }: HttpApi, invoker: Role): void {
  const integration = new CfnIntegration(endpoint, "Integration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: endpoint.handler.functionArn,
    payloadFormatVersion: "2.0",
    credentialsArn: invoker.roleArn,
  });
  for (const [id, routeKey] of Object.entries(routeKeys(endpoint.registered)))
    new CfnRoute(endpoint, id, { apiId, routeKey, target: `integrations/${integration.ref}` });
}

/** The ids say nothing of the path: those of `/table` and its twin for `/table/` would be the same. */
function routeKeys({ handler: { definition } }: Registered): Record<string, string> {
  // the fallback has none
  if (!definition) return { Route: "$default" };
  const { method, path, alsoAt } = definition;
  return { Route: `${method} ${path}`, ...(alsoAt && { Twin: `${method} ${alsoAt}` }) };
}
