/*
 * The functions of one folder and their triggers, as a nested stack. Nested stacks keep each stack far below the limit of 500 resources
 * of CloudFormation. An endpoint has 4 resources: function, log group, integration, route. A consumer has 3 and its queues: an
 * event source mapping replaces integration and route. Roles are shared (shared-roles.ts).
 *
 * Pages of a group share a function, and each has its route in the stack of its own folder. CloudFormation cannot move a route to another
 * stack: it makes the new route before it removes the old one, and an API takes no two routes with the same key.
 */
import { Aws, NestedStack, Validations } from "aws-cdk-lib";
import { CfnIntegration, CfnRoute, type HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Role } from "aws-cdk-lib/aws-iam";
import { Code } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { routeKeysOf } from "#lib/http/head";
import {
  type AnyFunction,
  isBudgetNotice,
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
import type { AreaBundle } from "#lib/stack/bundles/bundle";
import type { Settings } from "#lib/stack/settings";
import type { PublicSocket } from "#lib/stack/socket-api";
import type { Canary } from "./canary.ts";
import { type Deployed, deployedNameOf } from "./deployed.ts";
import { descriptionOf, environmentOf, type Shared, statementsOf } from "./function-permissions.ts";
import { invokerOf, mayInvoke } from "./invokers.ts";
import { OwnFunction } from "./own-function.ts";
import { SharedRoles } from "./shared-roles.ts";
import { onQueue, onSchedule, onStream } from "./triggers.ts";

export interface AreaProps extends Shared {
  bundle: AreaBundle;
  /** The role with which API Gateway calls the functions (invokers.ts). */
  invoker: Role;
  /** Makes the aliases through which endpoints of this area are called. */
  canary?: Canary | undefined;
  api: HttpApi;
  settings: Settings;
}

/** A function of Lambda, and its resources. */
export interface Made {
  deployed: Deployed;
  own: OwnFunction;
  /** Its integration, if requests lead to it. */
  integration?: CfnIntegration;
}

export class Area extends NestedStack {
  readonly title: string;
  readonly functions: Made[];
  readonly logs: LogGroup[];

  constructor(
    scope: Construct,
    id: string,
    { bundle, invoker, canary, api, settings, ...shared }: AreaProps,
  ) {
    super(scope, id, { description: `Gridless: ${bundle.area}` });
    this.title = bundle.area;
    const code = Code.fromAsset(bundle.folder);
    const roles = new SharedRoles(this, settings);
    const made = bundle.functions.filter(isWanted(settings)).map((deployed): Made => {
      const { operation } = deployed;
      const own = new OwnFunction(this, operation, {
        operation,
        code,
        roles,
        hasOwnRole: canary !== undefined && mayHaveAlias(deployed),
        settings,
        description: descriptionOf(deployed),
        statements: statementsOf(deployed, { ...shared, settings }),
        environment: environmentOf(deployed, { ...shared, settings }),
      });
      return { deployed, own };
    });
    this.functions = made;
    this.logs = made.map(({ own }) => own.logGroup);
    for (const each of made) trigger(each, shared, settings);

    const routed = made.filter(({ deployed: { members } }) => members.some(isRouted));
    if (routed.length === 0) return;
    const permission = mayInvoke(this, bundle.area, invoker, routed);
    const live = canary && makeLive(this, canary, routed);
    for (const each of routed) {
      const [first] = each.deployed.members;
      const called = live?.get(each) ?? { target: each.own.handler.functionArn, invoker };
      each.integration = isSocketRoute(first)
        ? integrateSocket(each.own, first, shared.socket, invoker)
        : integrate(each.own, api, called);
      each.integration.addResourceDependency(permission);
    }
    Validations.of(this).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "The functions authenticate callers themselves (lib/http/authenticate.ts), at the same time as the other reads of a request; an authorizer would add a function and a round trip",
    });
  }

  /** The routes of the functions of this folder, to the integrations of all areas by the name of their function. */
  addRoutes(
    functions: readonly AnyFunction[],
    integrations: ReadonlyMap<string, CfnIntegration>,
    { apiId }: HttpApi,
  ): void {
    for (const each of functions.filter((each) => isEndpoint(each) || isFallback(each))) {
      const integration = integrations.get(deployedNameOf(each));
      if (!integration) throw new Error(`${each.file} has no integration`);
      const target = `integrations/${integration.ref}`;
      const own = this.functions.find(({ deployed }) => deployed.operation === each.operation)?.own;
      const place = own ?? new Construct(this, each.operation);
      for (const [i, routeKey] of routeKeys(each).entries())
        new CfnRoute(place, i === 0 ? "Route" : "Twin", { apiId, routeKey, target });
    }
  }
}

/** Nothing calls the function that stops writes unless the budget does. */
const isWanted =
  ({ stopWritesAt }: Settings) =>
  ({ members }: Deployed): boolean =>
    stopWritesAt !== undefined || !members.some(isBudgetNotice);

const isRouted = (each: AnyFunction) => isEndpoint(each) || isFallback(each) || isSocketRoute(each);

function trigger(
  { deployed, own }: Made,
  { store, queues, streamDeadLetters }: Shared,
  { consumersAtOnce }: Settings,
): void {
  const [registered] = deployed.members;
  if (isDispatcher(registered)) onStream(own, own.handler, store, streamDeadLetters);
  if (isReader(registered)) onStream(own, own.handler, store, streamDeadLetters, registered.handler.reader);
  if (isScheduled(registered)) onSchedule(own, own.handler, registered.handler.schedule.everyMinutes);
  if (isConsumer(registered))
    for (const { consumer, queue } of queues)
      if (consumer.operation === registered.operation)
        onQueue(own, own.handler, queue, registered.handler.consumer, consumersAtOnce);
}

interface Called {
  /** The ARN of a function, or of its alias. */
  target: string;
  invoker: Role;
}

const mayHaveAlias = ({ members }: Deployed) => members.every(isEndpoint);

/**
 * The aliases of endpoints, with a role that may call these and nothing else: the role of the functions stays as it is, so no call fails while
 * an integration changes from one to the other.
 */
function makeLive(scope: Area, canary: Canary, routed: Made[]): Map<Made, Called> {
  const aliases = routed
    .filter(({ deployed }) => mayHaveAlias(deployed))
    .map((each) => [each, canary.aliasOf(each.own, each.own.handler)] as const);
  const invoker = invokerOf(
    scope,
    aliases.map(([, target]) => target),
  );
  return new Map(aliases.map(([each, target]) => [each, { target, invoker }]));
}

const integrate = (own: OwnFunction, { apiId }: HttpApi, { target, invoker }: Called): CfnIntegration =>
  new CfnIntegration(own, "Integration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: target,
    payloadFormatVersion: "2.0",
    credentialsArn: invoker.roleArn,
  });

/** As `integrate`, with the route, for the socket: its integrations name how to call the function, and know no version of payloads. */
function integrateSocket(
  own: OwnFunction,
  { handler }: Registered<SocketRoute>,
  { apiId }: PublicSocket,
  invoker: Role,
): CfnIntegration {
  const { functionArn } = own.handler;
  const integration = new CfnIntegration(own, "Integration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    credentialsArn: invoker.roleArn,
  });
  const { route: routeKey } = handler.socket;
  new CfnRoute(own, "Route", { apiId, routeKey, target: `integrations/${integration.ref}` });
  return integration;
}

const routeKeys = (registered: AnyFunction): string[] =>
  isEndpoint(registered) ? routeKeysOf(registered.handler.definition) : ["$default"];
