/* Each limit of AWS is broken once, on purpose, and the check says so. */
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  App,
  CfnCondition,
  CfnMapping,
  CfnOutput,
  CfnParameter,
  CfnResource,
  Fn,
  NestedStack,
  Stack,
} from "aws-cdk-lib";
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnAlarm, CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { CfnManagedPolicy, CfnPolicy, CfnRole } from "aws-cdk-lib/aws-iam";
import { CfnAlias, CfnEventSourceMapping, CfnFunction, CfnPermission } from "aws-cdk-lib/aws-lambda";
import { CfnMetricFilter } from "aws-cdk-lib/aws-logs";
import { CfnBucket, CfnBucketPolicy } from "aws-cdk-lib/aws-s3";
import { CfnTopicPolicy } from "aws-cdk-lib/aws-sns";
import { CfnQueue, CfnQueuePolicy } from "aws-cdk-lib/aws-sqs";
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT } from "aws-cdk-lib/cx-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { names } from "#lib/stack/limits/attributes";
import { type Checked, checkLimits } from "#lib/stack/limits/check-limits";
import { limits } from "#lib/stack/limits/limits";
import { longestPlace, placeOf } from "#lib/stack/limits/place";
import { readStack } from "#lib/stack/limits/stacks";

let own: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  own = temporaryFolder();
});
afterAll(() => own.remove());

const resourceLimit = "@aws-cdk/core:stackResourceLimit";

let apps = 0;
/** The result of the check of a stack that `define` fills. */
function check(define: (stack: Stack) => void, { stackName = "seeded", region = "us-east-1" } = {}): Checked {
  // the CDK checks the number of resources by itself
  const context = { [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true, [resourceLimit]: 0 };
  const app = new App({ outdir: `${own.folder}/${apps++}`, analyticsReporting: false, context });
  const stack = new Stack(app, "Stack", { stackName });
  define(stack);
  const { directory, stacks } = app.synth();
  const read = stacks.map((each) => readStack(directory, each.templateFile, each.stackName));
  return checkLimits(read, [placeOf(region)]);
}

const statement = (resource: string) => ({ Effect: "Allow", Action: "sqs:SendMessage", Resource: resource });
const policyOf = (length: number) => ({ Version: "2012-10-17", Statement: [statement("x".repeat(length))] });
const trust = { Version: "2012-10-17", Statement: [] };
const aRole = (stack: Stack, id: string, more: object = {}) =>
  new CfnRole(stack, id, { assumeRolePolicyDocument: trust, ...more });
const aFunction = (stack: Stack, id: string, more: object = {}) =>
  new CfnFunction(stack, id, { code: { zipFile: " " }, role: "arn", ...more });
const times = (count: number, make: (i: number) => unknown) => {
  for (let i = 0; i < count; i++) make(i);
};
const dashboardOf = (stack: Stack, widgets: object[]) =>
  new CfnDashboard(stack, "D", { dashboardBody: JSON.stringify({ widgets }) });
const anApi = (stack: Stack) => new CfnApi(stack, "Api", { name: "api", protocolType: "HTTP" });

/** The line that the check gives, and what breaks the limit. */
type Seed = [line: string, define: (stack: Stack) => void];

describe("a value that AWS refuses is one line of the check", () => {
  const seeds: Seed[] = [
    [
      "environment of a function 4,097 of 4,096 bytes (seeded/F)",
      // {"A":"…"} has 8 characters beside the value
      (stack) => aFunction(stack, "F", { environment: { variables: { A: "x".repeat(4089) } } }),
    ],
    [
      "inline policies of a role",
      (stack) => {
        const policies = ["a", "b"].map((policyName) => ({ policyName, policyDocument: policyOf(4000) }));
        const role = aRole(stack, "R", { policies });
        new CfnPolicy(stack, "P", { policyName: "p", policyDocument: policyOf(2500), roles: [role.ref] });
      },
    ],
    [
      "aliases that CodeDeploy moves at once 101 of 100",
      (stack) =>
        times(101, (i) => {
          const own = { functionName: "f", functionVersion: "1", name: `live${i}` };
          const codeDeployLambdaAliasUpdate = { applicationName: "a", deploymentGroupName: "g" };
          new CfnAlias(stack, `A${i}`, own).cfnOptions.updatePolicy = { codeDeployLambdaAliasUpdate };
        }),
    ],
    [
      "dynamic references of a template 61 of 60",
      (stack) => {
        const secret = "{{resolve:secretsmanager:a:SecretString:::}}";
        const names = Array.from({ length: 61 }, (_, i) => [`A${i}`, secret]);
        aFunction(stack, "F", { environment: { variables: Object.fromEntries(names) } });
      },
    ],
    [
      "trust policy of a role",
      (stack) => new CfnRole(stack, "R", { assumeRolePolicyDocument: policyOf(2048) }),
    ],
    [
      "managed policies of a role 11 of 10",
      (stack) => aRole(stack, "R", { managedPolicyArns: Array.from({ length: 11 }, (_, i) => `arn${i}`) }),
    ],
    ["managed policy", (stack) => new CfnManagedPolicy(stack, "P", { policyDocument: policyOf(6144) })],
    [
      "permissions in the policy of a function",
      (stack) => {
        const { ref, attrArn } = aFunction(stack, "F");
        times(60, (i) => {
          const principal = "apigateway.amazonaws.com";
          const sourceArn = `arn:aws:execute-api:us-east-1:123456789012:abcdefghij/*/GET/table/{tableId}/view/${i}`;
          new CfnPermission(stack, `P${i}`, {
            ...{ action: "lambda:InvokeFunction", principal, sourceArn },
            functionName: i % 2 === 0 ? ref : attrArn,
          });
        });
      },
    ],
    [
      "policy of a queue 8,",
      (stack) => new CfnQueuePolicy(stack, "P", { queues: ["q"], policyDocument: policyOf(8150) }),
    ],
    [
      "policy of a topic 30,",
      (stack) => new CfnTopicPolicy(stack, "P", { topics: ["t"], policyDocument: policyOf(30_700) }),
    ],
    [
      "policy of a bucket 20,",
      (stack) => new CfnBucketPolicy(stack, "P", { bucket: "b", policyDocument: policyOf(20_450) }),
    ],
    [
      "origins and headers of a bucket 7",
      (stack) => {
        const allowedOrigins = Array.from(
          { length: 1000 },
          (_, i) => `https://app-of-a-customer-${i}.example.org`,
        );
        const corsRules = [{ allowedMethods: ["GET"], allowedOrigins }];
        new CfnBucket(stack, "B", { corsConfiguration: { corsRules } });
      },
    ],
    [
      "variables of a function that Lambda sets itself 2 of 0",
      (stack) => {
        const variables = { AWS_REGION: "x", _HANDLER: "x", AWS_REGION_OF_FILES: "x" };
        aFunction(stack, "F", { environment: { variables } });
      },
    ],
    [
      "description of a function 257 of 256",
      (stack) => aFunction(stack, "F", { description: "x".repeat(257) }),
    ],
    [
      "routes of an API 301 of 300",
      (stack) => {
        const { ref } = anApi(stack);
        times(301, (i) => new CfnRoute(stack, `R${i}`, { apiId: ref, routeKey: `GET /${i}` }));
      },
    ],
    [
      "integrations of an API 301 of 300",
      (stack) => {
        const { ref } = anApi(stack);
        // in two nested stacks, as routes of a real service are
        const nested = [0, 1].map((i) => new NestedStack(stack, `N${i}`));
        times(301, (i) => {
          const scope = nested[i % 2] ?? stack;
          new CfnIntegration(scope, `I${i}`, { apiId: ref, integrationType: "AWS_PROXY" });
        });
      },
    ],
    [
      "routes that another one hides 1 of 0 routes (GET /a of seeded/Api)",
      (stack) => {
        const { ref } = anApi(stack);
        const keys = ["GET /a", "PUT /a", "GET /a"];
        for (const [i, routeKey] of keys.entries()) new CfnRoute(stack, `R${i}`, { apiId: ref, routeKey });
      },
    ],
    [
      "timeout of a function, of its queue's visibility, 110 of 100 % (seeded/Q)",
      (stack) => {
        // queue and function are in different stacks, as those of a real service are
        const { attrArn } = new CfnQueue(stack, "Q", { visibilityTimeout: 10 });
        const nested = new NestedStack(stack, "N");
        const { ref } = aFunction(nested, "F", { timeout: 11 });
        new CfnEventSourceMapping(nested, "M", { functionName: ref, eventSourceArn: attrArn });
      },
    ],
    [
      "filters of a function's source 6 of 5 filters (seeded/M)",
      (stack) => {
        const filters = Array.from({ length: 6 }, () => ({ pattern: "{}" }));
        new CfnEventSourceMapping(stack, "M", { functionName: "f", filterCriteria: { filters } });
      },
    ],
    [
      "longest filter of a function's source 4,097 of 4,096 characters (seeded/M)",
      (stack) => {
        const filters = [{ pattern: "{}" }, { pattern: "x".repeat(4097) }];
        new CfnEventSourceMapping(stack, "M", { functionName: "f", filterCriteria: { filters } });
      },
    ],
    [
      "messages of a queue in one call beyond ten, without waiting 1 of 0 messages (seeded/M)",
      (stack) => {
        const eventSourceArn = new CfnQueue(stack, "Q").attrArn;
        const more = { functionName: "f", eventSourceArn, batchSize: 11 };
        new CfnEventSourceMapping(stack, "M", more);
        new CfnEventSourceMapping(stack, "N", { ...more, maximumBatchingWindowInSeconds: 1 });
      },
    ],
    [
      "readers of a stream 3 of 2 readers",
      (stack) => {
        const eventSourceArn = "arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/s";
        times(3, (i) => new CfnEventSourceMapping(stack, `M${i}`, { functionName: "f", eventSourceArn }));
      },
    ],
    [
      "signs beyond Latin-1 in policies 2 of 0 signs (seeded/P)",
      (stack) =>
        new CfnManagedPolicy(stack, "P", { policyDocument: { Statement: [statement("złoty é ő")] } }),
    ],
    [
      "log groups of a query 51 of 50 log groups (seeded/D: Slow)",
      (stack) => {
        const query = Array.from({ length: 51 }, (_, i) => `SOURCE 'group${i}'`).join(" | ");
        dashboardOf(stack, [{ properties: { title: "Slow", query } }, { properties: { title: "Graph" } }]);
      },
    ],
    [
      "query of a dashboard 10,001 of 10,000 characters (seeded/D: Long)",
      (stack) => dashboardOf(stack, [{ properties: { title: "Long", query: "x".repeat(10_001) } }]),
    ],
    [
      "widgets of a dashboard 501 of 500",
      (stack) =>
        dashboardOf(
          stack,
          Array.from({ length: 501 }, () => ({ properties: {} })),
        ),
    ],
    [
      "metrics of a widget 501 of 500",
      (stack) => dashboardOf(stack, [{ properties: { metrics: Array.from({ length: 501 }, () => []) } }]),
    ],
    [
      "metrics of a dashboard 2,600 of 2,500",
      (stack) => {
        const properties = { metrics: Array.from({ length: 260 }, () => []) };
        dashboardOf(
          stack,
          Array.from({ length: 10 }, () => ({ properties })),
        );
      },
    ],
    [
      "metrics of an alarm 11 of 10",
      (stack) => {
        const metric = { namespace: "n", metricName: "m" };
        const read = Array.from({ length: 11 }, (_, i) => ({
          id: `m${i}`,
          metricStat: { metric, period: 60, stat: "Sum" },
        }));
        new CfnAlarm(stack, "A", {
          metrics: [{ id: "sum", expression: "SUM(METRICS())" }, ...read],
          comparisonOperator: "GreaterThanThreshold",
          evaluationPeriods: 1,
        });
      },
    ],
    [
      "format of an access log 3,073 of 3,072 bytes",
      (stack) => {
        const accessLogSettings = { destinationArn: "arn", format: "x".repeat(3073) };
        new CfnStage(stack, "S", { apiId: "a", stageName: "s", accessLogSettings });
      },
    ],
    [
      "metric filters of a log group 101 of 100 filters (l)",
      (stack) =>
        times(101, (i) => {
          const more = { logGroupName: "l", filterPattern: "", metricTransformations: [] };
          new CfnMetricFilter(stack, `M${i}`, more);
        }),
    ],
    [
      "description of an alarm 1,025 of 1,024",
      (stack) =>
        new CfnAlarm(stack, "A", {
          alarmDescription: "x".repeat(1025),
          comparisonOperator: "GreaterThanThreshold",
          evaluationPeriods: 1,
        }),
    ],
    ["resources of a stack 501 of 500", (stack) => times(501, (i) => new CfnQueue(stack, `Q${i}`))],
    [
      "resources with nested stacks",
      (stack) =>
        times(6, (n) => {
          const nested = new NestedStack(stack, `N${n}`);
          times(420, (i) => new CfnQueue(nested, `Q${i}`));
        }),
    ],
    [
      "roles of a stage 1,001 of 1,000",
      (stack) =>
        times(3, (n) => {
          const nested = new NestedStack(stack, `N${n}`);
          times(n === 0 ? 201 : 400, (i) => aRole(nested, `R${i}`));
        }),
    ],
    [
      "parameters of a stack 201 of 200",
      (stack) => {
        new CfnQueue(stack, "Q");
        // the stack of the CDK has one of its own: the version of the bootstrap
        times(200, (i) => new CfnParameter(stack, `P${i}`, { default: "" }));
      },
    ],
    [
      "value of a parameter 4,097 of 4,096 bytes",
      (stack) => {
        const parameters = { Given: "x".repeat(4097) };
        const nested = new NestedStack(stack, "N", { parameters });
        new CfnParameter(nested, "Given");
        new CfnQueue(nested, "Q");
      },
    ],
    [
      "outputs of a stack 201 of 200",
      (stack) => {
        new CfnQueue(stack, "Q");
        times(201, (i) => new CfnOutput(stack, `O${i}`, { value: "" }));
      },
    ],
    [
      "name in a template 256 of 255",
      (stack) => {
        new CfnQueue(stack, "Q");
        new CfnOutput(stack, "O", { value: "" }).overrideLogicalId("O".repeat(256));
      },
    ],
    [
      "template 1,",
      (stack) =>
        times(300, (i) => new CfnQueue(stack, `Q${i}`, { tags: [{ key: "k", value: "x".repeat(3400) }] })),
    ],
    [
      "description of a stack",
      (stack) => {
        stack.templateOptions.description = "x".repeat(1025);
        new CfnQueue(stack, "Q");
      },
    ],
    ...Object.entries(names).map(
      ([type, { property, longest }]): Seed => [
        `name of ${type.replace("AWS::", "")} ${longest + 1} of ${longest}`,
        (stack) => new CfnResource(stack, "N", { type, properties: { [property]: "n".repeat(longest + 1) } }),
      ],
    ),
    [
      "environment of a function cannot be measured: Custom::Thing T: the length of Secret is unknown",
      (stack) => {
        const thing = new CfnResource(stack, "T", { type: "Custom::Thing" });
        aFunction(stack, "F", { environment: { variables: { A: thing.getAtt("Secret") } } });
      },
    ],
  ];

  test.each(seeds)("%s", (line, define) => {
    const { violations, line: closing } = check(define);
    expect(violations.filter((violation) => violation.includes(line))).toHaveLength(1);
    expect(closing).toContain("exceeded");
  });

  test("there is one for each limit", () => {
    const others = ["unpacked code of a function", "name of a stack"];
    const seeded = (what: string) => others.includes(what) || seeds.some(([line]) => line.startsWith(what));
    expect(limits.map(({ what }) => what).filter((what) => !seeded(what))).toEqual([]);
  });

  test("the name of a stack", () => {
    const template = { Resources: {} };
    const stack = { name: "s".repeat(129), title: "s", template, bytes: 2, folder: "", children: new Map() };
    expect(checkLimits([stack], [placeOf("us-east-1")]).violations.join()).toContain(
      "name of a stack 129 of 128",
    );
  });

  test("the unpacked code of a function", () => {
    const folder = path.join(own.folder, "code");
    mkdirSync(folder);
    const define = (stack: Stack) => aFunction(stack, "F").addMetadata("aws:asset:path", folder);
    writeFileSync(path.join(folder, "small.mjs"), "x");
    expect(check(define).violations).toEqual([]);
    // the file takes no room on the disk: it has no content
    writeFileSync(path.join(folder, "large.mjs"), "");
    truncateSync(path.join(folder, "large.mjs"), 262_144_000);
    expect(check(define).violations.join()).toContain(
      "unpacked code of a function 262,144,001 of 262,144,000",
    );
  });

  test("a stack within all limits has none, and the closing line says how close it is", () => {
    const { violations, line } = check((stack) => new CfnQueue(stack, "Q"), { stackName: "s".repeat(128) });
    expect(violations).toEqual([]);
    expect(line).toMatch(/all hold; of \d+ the closest are name of a stack 128 of 128 characters/);
  });
});

describe("values are measured as CloudFormation fills them in", () => {
  const environment = (variables: Record<string, unknown>) => ({ environment: { variables } });
  const sizeIn = ({ largest }: Checked) =>
    Number(/environment of a function ([\d,]+)/.exec(largest.join())?.[1]?.replace(",", ""));
  const bytes = (variables: object) => JSON.stringify(variables).length;

  test("the quotes in a text count as two characters, other letters by their bytes", () => {
    const json = JSON.stringify([{ queue: "q" }]);
    const found = check((stack) => aFunction(stack, "F", environment({ A: json, B: "ü" })));
    expect(sizeIn(found)).toBe(Buffer.byteLength(JSON.stringify({ A: json, B: "ü" })));
  });

  test("addresses and names of queues, in a nested stack, through its parameters", () => {
    const found = check(
      (stack) => {
        const queue = new CfnQueue(stack, "MyQueue");
        const nested = new NestedStack(stack, "N");
        aFunction(nested, "F", environment({ A: queue.ref, B: `${queue.attrQueueName}=${stack.region}` }));
      },
      { region: "eu-central-1" },
    );
    const name = "seeded-MyQueue-ABCDEFGHIJKL";
    expect(sizeIn(found)).toBe(
      bytes({ A: `https://sqs.eu-central-1.amazonaws.com/123456789012/${name}`, B: `${name}=eu-central-1` }),
    );
  });

  test("names that CloudFormation chooses are cut to what their service allows", () => {
    const stackName = "s".repeat(100);
    const found = check(
      (stack) => {
        const queue = new CfnQueue(stack, "Queue");
        aFunction(stack, "F", environment({ A: queue.attrQueueName, B: aRole(stack, "Role").ref }));
      },
      { stackName },
    );
    expect(sizeIn(found)).toBe(bytes({ A: "s".repeat(80), B: "s".repeat(64) }));
  });

  test("outputs of nested stacks, and the functions Join, Sub, Split, Select, If and FindInMap", () => {
    const found = check((stack) => {
      const nested = new NestedStack(stack, "N");
      const inner = new CfnQueue(nested, "Inner", { queueName: "inner" });
      new CfnMapping(stack, "M", { mapping: { a: { b: "mapped" } } });
      const equals = Fn.conditionEquals(Fn.ref("AWS::Region"), "eu-west-1");
      new CfnCondition(stack, "Never", { expression: Fn.conditionAnd(equals, Fn.conditionNot(equals)) });
      new CfnResource(stack, "F", {
        type: "AWS::Lambda::Function",
        properties: {
          Environment: {
            Variables: {
              A: inner.attrQueueName,
              B: { "Fn::Sub": [`\${AWS::Region}-\${x}-\${!kept}`, { x: "y" }] },
              C: { "Fn::Select": [1, { "Fn::Split": ["-", "a-bcd-e"] }] },
              D: { "Fn::Join": [",", ["a", { "Fn::GetAtt": ["G", "Arn"] }]] },
              E: { Ref: "AWS::NoValue" },
              F: { "Fn::If": ["Never", "no", { "Fn::FindInMap": ["M", "a", "b"] }] },
            },
          },
        },
      });
      new CfnQueue(stack, "G", { queueName: "g" });
    });
    expect(sizeIn(found)).toBe(
      bytes({
        A: "inner",
        B: `us-east-1-y-\${kept}`,
        C: "bcd",
        D: "a,arn:aws:sqs:us-east-1:123456789012:g",
        F: "mapped",
      }),
    );
  });
});

test("the longest region has a name of at least 14 characters", () => {
  expect(longestPlace().region.length).toBeGreaterThanOrEqual(14);
});
