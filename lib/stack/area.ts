/*
 * The functions of one folder and their triggers, as a nested stack. Nested stacks keep each stack far below the limit of 500 resources
 * of CloudFormation. An endpoint has 5 resources: function, role, log group, integration, route. A consumer has 4 and its queues: an
 * event source mapping replaces integration and route.
 */
import { Aws, NestedStack, Validations } from "aws-cdk-lib";
import { CfnIntegration, CfnRoute, type HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Code } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { routeMethod } from "#lib/http/head";
import {
  type AnyFunction,
  isConsumer,
  isDispatcher,
  isEndpoint,
  isFallback,
  isReader,
  isScheduled,
  isSocketRoute,
  type Registered,
} from "#lib/registry";
import type { SocketRoute } from "#lib/socket/socket-route";
import type { AreaBundle } from "./bundle.ts";
import { descriptionOf, environmentOf, type Shared, statementsOf } from "./function-permissions.ts";
import { OwnFunction } from "./own-function.ts";
import type { Settings } from "./settings.ts";
import type { PublicSocket } from "./socket-api.ts";
import { onQueue, onSchedule, onStream } from "./triggers.ts";

export interface AreaProps extends Shared {
  bundle: AreaBundle;
  api: HttpApi;
  settings: Settings;
}

/** A function of the registry, and its resources. */
export interface Made {
  registered: AnyFunction;
  own: OwnFunction;
}

export class Area extends NestedStack {
  readonly title: string;
  readonly functions: Made[];
  readonly logs: LogGroup[];

  constructor(scope: Construct, id: string, { bundle, api, settings, ...shared }: AreaProps) {
    super(scope, id, { description: `Gridless: ${bundle.area}` });
    this.title = bundle.area;
    const code = Code.fromAsset(bundle.folder);
    const made = bundle.functions.map((registered): Made => {
      const { operation } = registered;
      const own = new OwnFunction(this, operation, {
        operation,
        code,
        settings,
        description: descriptionOf(registered),
        statements: statementsOf(registered, { ...shared, settings }),
        environment: environmentOf(registered, { ...shared, settings }),
      });
      return { registered, own };
    });
    this.functions = made;
    this.logs = made.map(({ own }) => own.logGroup);
    for (const each of made) trigger(each, shared);

    const routed = made.filter(
      ({ registered }) => isEndpoint(registered) || isFallback(registered) || isSocketRoute(registered),
    );
    if (routed.length === 0) return;
    const invoker = this.invoker(routed);
    for (const each of routed)
      if (isSocketRoute(each.registered)) routeSocket(each.own, each.registered, shared.socket, invoker);
      else route(each, api, invoker);
    Validations.of(this).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "The functions authenticate callers themselves (lib/http/authenticate.ts), at the same time as the other reads of a request; an authorizer would add a function and a round trip",
    });
  }

  /** The role with which API Gateway calls the functions: one role instead of a permission for each route. */
  private invoker(routed: Made[]): Role {
    const resources = routed.map(({ own }) => own.handler.functionArn);
    const invoke = new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources });
    return new Role(this, "Invoker", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
    });
  }
}

function trigger({ registered, own }: Made, { store, queues, streamDeadLetters }: Shared): void {
  if (isDispatcher(registered)) onStream(own, own.handler, store, streamDeadLetters);
  if (isReader(registered)) onStream(own, own.handler, store, streamDeadLetters, registered.handler.reader);
  if (isScheduled(registered)) onSchedule(own, own.handler, registered.handler.schedule.everyMinutes);
  if (isConsumer(registered))
    for (const { consumer, queue } of queues)
      if (consumer.operation === registered.operation)
        onQueue(own, own.handler, queue, registered.handler.consumer);
}

function route({ registered, own }: Made, { apiId }: HttpApi, invoker: Role): void {
  const integration = new CfnIntegration(own, "Integration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: own.handler.functionArn,
    payloadFormatVersion: "2.0",
    credentialsArn: invoker.roleArn,
  });
  for (const [id, routeKey] of Object.entries(routeKeys(registered)))
    new CfnRoute(own, id, { apiId, routeKey, target: `integrations/${integration.ref}` });
}

/** As `route`, for the socket: its integrations name how to call the function, and know no version of payloads. */
function routeSocket(
  own: OwnFunction,
  { handler }: Registered<SocketRoute>,
  { apiId }: PublicSocket,
  invoker: Role,
): void {
  const { functionArn } = own.handler;
  const integration = new CfnIntegration(own, "Integration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    credentialsArn: invoker.roleArn,
  });
  const { route: routeKey } = handler.socket;
  new CfnRoute(own, "Route", { apiId, routeKey, target: `integrations/${integration.ref}` });
}

/** Construct ids are not made from the path, because `/table` and its twin `/table/` would give the same id. */
function routeKeys(registered: AnyFunction): Record<string, string> {
  if (!isEndpoint(registered)) return { Route: "$default" };
  const { method: verb, path, alsoAt } = registered.handler.definition;
  const method = routeMethod(verb);
  return { Route: `${method} ${path}`, ...(alsoAt && { Twin: `${method} ${alsoAt}` }) };
}
