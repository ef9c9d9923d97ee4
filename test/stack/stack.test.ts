import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AnyFunction,
  functionsOf,
  isEndpoint,
  projectFolder,
  type Registered,
  routesOf,
} from "#lib/registry";
import { constantsOf } from "#lib/stack/bundles/constants";
import { deployedNameOf, deployedOf, groupOf, sharesRouteOfPage } from "#lib/stack/functions/deployed";
import { derivedActions } from "#lib/stack/functions/permissions";
import { countsOf } from "#lib/stack/summary";
import { changingByGet } from "#test/support/requests/changing-by-get";
import { type Resource, type Synthesized, synthesized } from "./support/synthesized.ts";

let made: Synthesized;
beforeAll(async () => {
  made = await synthesized("plain");
}, 900_000);

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}
const statementsOf = (role: Resource): Statement[] =>
  (role.Properties.Policies ?? []).flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
  );
const actionsOf = ({ Action }: Statement) => [Action].flat();

const functions = () => made.all("AWS::Lambda::Function");
const everything = () => functionsOf(made.registry);
const called = () => [...made.registry.endpoints, made.registry.fallback];
const isOfSocket = ({ Properties }: Resource) => JSON.stringify(Properties.ApiId).includes("SocketApi");
/** The resource that `{ "Fn::GetAtt": [id, "Arn"] }` or `{ Ref: id }` names, in the same stack. */
function named(from: Resource, reference: { Ref?: string; "Fn::GetAtt"?: [string, string] }) {
  const id = reference.Ref ?? reference["Fn::GetAtt"]?.[0];
  return made.resourcesOf(from.stack).find((resource) => resource.id === id);
}
/** The integration of a route, which may be in another stack: a group's in that of its own folder. */
function integrationOf(route: Resource): Resource {
  const [, [, reference]] = route.Properties.Target["Fn::Join"];
  const values = made
    .all("AWS::CloudFormation::Stack")
    .map(({ Properties }) => Properties.Parameters?.[reference.Ref]);
  const outputs = JSON.stringify(values);
  const found =
    named(route, reference) ??
    made
      .all("AWS::ApiGatewayV2::Integration")
      // both ends with eight digits, which differ
      .find(({ stack, id }) => outputs.includes(`"Outputs.Gridless${stack}${id.slice(0, -8)}`));
  if (!found) throw new Error(`${route.id} has no integration`);
  return found;
}

const handlerOf = (registered: AnyFunction) => `${deployedNameOf(registered)}.handler`;
function functionOf(registered: AnyFunction): Resource {
  const found = functions().find(({ Properties }) => Properties.Handler === handlerOf(registered));
  if (!found) throw new Error(`${registered.operation} has no function`);
  return found;
}
const roleOf = (registered: AnyFunction) => {
  const own = functionOf(registered);
  return named(own, own.Properties.Role) as Resource;
};
const logsOf = (each: Resource) => named(each, each.Properties.LoggingConfig.LogGroup) as Resource;
/** Actions on any item of the store; operations.test.ts tests actions that are limited to tokens. */
const storeActionsOf = (registered: AnyFunction) =>
  statementsOf(roleOf(registered))
    .filter(({ Condition }) => !Condition)
    .flatMap(actionsOf)
    .filter((action) => action.startsWith("dynamodb:"));

test("each stack stays far below the 500 resources of CloudFormation", () => {
  const counts = made.stacks.map((stack) => [stack, made.resourcesOf(stack).length] as const);
  console.log(`resources: ${counts.map(([stack, count]) => `${stack} ${count}`).join(", ")}`);
  expect(Math.max(...counts.map(([, count]) => count))).toBeLessThan(300);
});

test("docs/operations/deploy.md says what a stage has", () => {
  const resources = (stack: string) => made.resourcesOf(stack).map((each) => [each.id, each] as const);
  const templates = new Map(
    made.stacks.map((stack) => [stack, { Resources: Object.fromEntries(resources(stack)) }]),
  );
  const page = readFileSync(path.join(projectFolder, "docs/operations/deploy.md"), "utf8");
  // npm run synth prints the line
  expect(page).toContain(`\n${countsOf(templates)}\n`);
});

describe("functions", () => {
  test("one for each file of functions/, and one for the pages of each group", () => {
    const handlers = functions().map(({ Properties }) => Properties.Handler);
    expect(handlers.sort()).toEqual([...new Set(everything().map(handlerOf))].sort());
  });

  test("only pages for people are in groups: each endpoint of the API has a function of its own", () => {
    const grouped = made.registry.endpoints.filter(groupOf);
    expect(grouped.length).toBeGreaterThan(20);
    for (const { area, operation, handler } of grouped) {
      const { page, redirect } = handler.definition.response;
      expect({ operation, isForPeople: area === "docs" || page || redirect }).toMatchObject({
        isForPeople: true,
      });
    }
    const alone = made.registry.endpoints.filter(
      (each) => each.handler.definition.response.page && !groupOf(each),
    );
    expect(alone.map(({ operation }) => operation)).toEqual([]);
  });

  test("each has its own log group, to which its role writes; a role writes to the logs of its functions alone", () => {
    const logGroups = functions().map((each) => `${each.stack} ${logsOf(each).id}`);
    expect(new Set(logGroups).size).toBe(functions().length);
    for (const role of made.all("AWS::IAM::Role").filter(({ id }) => id.startsWith("Role"))) {
      const users = functions().filter(
        (each) => each.stack === role.stack && each.Properties.Role["Fn::GetAtt"][0] === role.id,
      );
      const [logging] = statementsOf(role);
      expect(actionsOf(logging as Statement)).toEqual(["logs:CreateLogStream", "logs:PutLogEvents"]);
      const written = [logging?.Resource].flat().map((each) => named(role, each as { Ref: string })?.id);
      expect(written.sort()).toEqual(users.map((each) => logsOf(each).id).sort());
    }
  });

  test("run on Node 24 and arm64, log JSON, are traced, and time out before API Gateway does", () => {
    for (const { Properties } of functions())
      expect(Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        LoggingConfig: { LogFormat: "JSON" },
        TracingConfig: { Mode: "Active" },
        Timeout: 29,
      });
  });

  test("logs are deleted after 90 days", () => {
    for (const { Properties } of made.all("AWS::Logs::LogGroup")) expect(Properties.RetentionInDays).toBe(90);
  });
});

describe("permissions", () => {
  test("functions that share a role need the same: each may what its code does, and nothing else", async () => {
    const { actionsOf: needed } = await derivedActions(
      made.registry,
      constantsOf({}, made.registry.consumers),
    );
    const isDerived = (action: string) =>
      /^(dynamodb|s3):/.test(action) && !/Stream|Shard|GetRecords/.test(action);
    for (const { operation, members } of deployedOf(made.registry)) {
      const may = statementsOf(roleOf(members[0]))
        .filter(({ Condition }) => !Condition)
        .flatMap(actionsOf);
      const wanted = new Set(members.flatMap(needed));
      expect([operation, ...may.filter(isDerived).sort()]).toEqual([
        operation,
        ...[...wanted].filter(isDerived).sort(),
      ]);
    }
  });

  test("six stages fit into the 1,000 roles of an account, beside those of the CDK", () => {
    expect(made.all("AWS::IAM::Role").length).toBeLessThanOrEqual(160);
  });

  const connections =
    /^{"Fn::Join":\["",\["arn:",.*":execute-api:",.*{"Ref":"referencetoGridlessSocketApi\w+"},"\/socket\/(POST|DELETE)\/@connections\/\*"\]\]}$/;
  const isAllConnections = (resource: unknown) =>
    Array.isArray(resource) && resource.every((each) => connections.test(JSON.stringify(each)));

  test("no wildcards, except in resources for X-Ray, the list of streams, connections, and the folder of files", () => {
    for (const role of made.all("AWS::IAM::Role"))
      for (const statement of statementsOf(role)) {
        expect(actionsOf(statement).join()).not.toContain("*");
        const files =
          /^{"Fn::Join":\["",\[{"Ref":"referencetoGridlessAttachments\w+"},"\/attachments\/\*"\]\]}$/;
        if (files.test(JSON.stringify(statement.Resource)))
          expect(["s3:DeleteObject", "s3:GetObject", "s3:PutObject"]).toEqual(
            expect.arrayContaining(actionsOf(statement)),
          );
        else if (isAllConnections(statement.Resource))
          expect(actionsOf(statement)).toEqual(["execute-api:ManageConnections"]);
        else if (JSON.stringify(statement.Resource).includes("*"))
          expect(["dynamodb:ListStreams", "xray:PutTelemetryRecords", "xray:PutTraceSegments"]).toEqual(
            expect.arrayContaining(actionsOf(statement)),
          );
      }
  });

  test("all policies are inline policies of the roles", () => {
    for (const type of ["AWS::IAM::ManagedPolicy", "AWS::Lambda::Permission"])
      expect(made.all(type)).toEqual([]);
    // those of the roles with which API Gateway calls functions, an area each
    for (const { id } of made.all("AWS::IAM::Policy")) expect(id).toBe("Invoke");
    for (const role of made.all("AWS::IAM::Role")) expect(role.Properties.ManagedPolicyArns).toBeUndefined();
  });

  test("only functions that send texts through the socket may use its connections", () => {
    const may = everything().filter((each) =>
      statementsOf(roleOf(each)).flatMap(actionsOf).includes("execute-api:ManageConnections"),
    );
    expect(may.map(({ operation }) => operation).sort()).toEqual([
      "announceChanges",
      "announcePresence",
      "message",
    ]);
  });

  test("actions of DynamoDB are allowed on the store's table only", () => {
    const [table] = made.all("AWS::DynamoDB::Table");
    const parameters = made.all("AWS::CloudFormation::Stack").map(({ Properties }) => Properties.Parameters);
    for (const endpoint of made.registry.endpoints)
      for (const statement of statementsOf(roleOf(endpoint)))
        if (actionsOf(statement).join().includes("dynamodb:")) {
          const { Ref } = statement.Resource as { Ref: string };
          const given = parameters.flatMap((each) => each[Ref] ?? []);
          expect(new Set(given.map((value) => JSON.stringify(value)))).toEqual(
            new Set([JSON.stringify({ "Fn::GetAtt": [table?.id, "Arn"] })]),
          );
        }
  });

  test("endpoints that only read may not write, but for pages for people, which may what their group may", () => {
    const reading = made.registry.endpoints.filter(
      (each) =>
        each.handler.definition.method === "GET" && !changingByGet.includes(each.operation) && !groupOf(each),
    );
    const readers = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
    const others = reading.flatMap((endpoint) =>
      storeActionsOf(endpoint)
        .filter((action) => !readers.includes(action))
        .map((action) => `${endpoint.operation}: ${action}`),
    );
    expect(others).toEqual([]);
  });

  test("only functions whose commits check an unchanged item may use ConditionCheckItem", () => {
    const checking = everything().filter((each) =>
      storeActionsOf(each).includes("dynamodb:ConditionCheckItem"),
    );
    const operations = checking.map(({ operation }) => operation);
    expect(operations).toEqual(expect.arrayContaining(["createBase", "inviteToSpace", "verifyEmail"]));
    for (const other of ["pressButton", "updateSpace", "deleteBase", "getBase"])
      expect(operations).not.toContain(other);
  });

  test("functions that write may also do what settling the commit of another writer needs", () => {
    const [createRecords, deleteTable] = ["createRecords", "deleteTable"].map(
      (name) => made.registry.endpoints.find(({ operation }) => operation === name) as Registered,
    );
    expect(storeActionsOf(createRecords as Registered)).toContain("dynamodb:UpdateItem");
    expect(storeActionsOf(deleteTable as Registered)).toEqual([
      "dynamodb:BatchGetItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ]);
  });

  test("functions may do with files only what their code does: announcing writes, showing reads, two consumers delete", () => {
    const filesActionsOf = (each: AnyFunction) =>
      statementsOf(roleOf(each))
        .flatMap(actionsOf)
        .filter((action) => action.startsWith("s3:"))
        .join();
    const operationsThat = (action: string) =>
      everything()
        .filter((each) => filesActionsOf(each) === action)
        .map(({ operation }) => operation);
    expect(operationsThat("s3:PutObject").sort()).toEqual(
      ["announceAttachment", "changeAvatar", "uploadFile", "uploadFileByPost"].sort(),
    );
    // these receive or fetch the bytes themselves
    expect(operationsThat("s3:GetObject,s3:PutObject").sort()).toEqual(
      [
        "uploadAttachment",
        "exportTable",
        "exportView",
        "getRefusedLines",
        "listAccessLog",
        "importRecords",
        "importTable",
        "previewImport",
        "analyzeImport",
        "answerMcp",
        "importSheets",
        "insertImport",
        // exports of bases, and imports of them; what copies or imports one begins with the call
        "runJob",
        "duplicateBase",
        "importBaseFile",
        // a form takes files of visitors, who may send them with its page; pages of shares share a function
        "announceFormFile",
        "submitSharedForm",
        "showShare",
        "submitSharePage",
        "submitSharePassword",
      ].sort(),
    );
    expect(operationsThat("s3:DeleteObject")).toEqual(["removeFile"]);
    // it also removes the thumbnails of a file that was deleted while they were made
    expect(operationsThat("s3:DeleteObject,s3:GetObject,s3:PutObject")).toEqual(["makeThumbnails"]);
    expect(operationsThat("s3:GetObject")).toEqual(
      expect.arrayContaining(["completeAttachment", "getAttachment", "listRecords", "createTable"]),
    );
    for (const other of ["createField", "getTable", "restartJobs", "signUp"])
      expect(operationsThat("")).toContain(other);
  });

  test("the documentation, the app, the check of health and the fallback have no access to the store", () => {
    // the start page sends who is signed in to the app
    const isOpen = ({ area, operation }: AnyFunction) =>
      (["app", "docs"].includes(area) && operation !== "getStart") || operation === "getHealth";
    const open = called().filter((each) => !isEndpoint(each) || isOpen(each));
    expect(open.length).toBeGreaterThan(1);
    for (const each of open) {
      expect(storeActionsOf(each)).toEqual([]);
      expect(functionOf(each).Properties.Environment.Variables).not.toHaveProperty("GRIDLESS_STORE");
    }
  });

  test("API Gateway may call each function by name, without wildcards", () => {
    const invoked = made.all("AWS::IAM::Policy").flatMap((invoker) => {
      const [{ Action, Resource }] = invoker.Properties.PolicyDocument.Statement as [Statement];
      expect(JSON.stringify(invoker.Properties.Roles)).toMatch(/^\[\{"Ref":"referencetoGridlessInvoker\d/);
      expect(Action).toBe("lambda:InvokeFunction");
      return [Resource].flat().map((each) => named(invoker, each as { Ref: string })?.Properties.Handler);
    });
    expect(invoked.sort()).toEqual(
      [...new Set([...called(), ...made.registry.socketRoutes].map(handlerOf))].sort(),
    );
  });
});

describe("routes", () => {
  test("every route leads to the function of its endpoint, all others to the fallback", () => {
    const all = made.all("AWS::ApiGatewayV2::Route").filter((route) => !isOfSocket(route));
    const routes = all.map((route): [string, string] => {
      const integration = integrationOf(route);
      const { IntegrationUri, PayloadFormatVersion } = integration.Properties;
      expect(PayloadFormatVersion).toBe("2.0");
      return [route.Properties.RouteKey, named(integration, IntegrationUri)?.Properties.Handler];
    });
    const expected = routesOf(made.registry)
      .filter(({ endpoint }) => !sharesRouteOfPage(endpoint, everything()))
      .map(({ method, path, endpoint }): [string, string] => [`${method} ${path}`, handlerOf(endpoint)]);
    expect(Object.fromEntries(routes)).toEqual({
      ...Object.fromEntries(expected),
      $default: `${made.registry.fallback.operation}.handler`,
    });
    expect(routes.length).toBe(expected.length + 1);
  });

  test("forms at the address of a page of their group have none; all other requests have one", () => {
    const sharing = made.registry.endpoints.filter((each) => sharesRouteOfPage(each, everything()));
    expect(sharing.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["submitSignIn", "submitProvider", "submitSecondFactor"]),
    );
    for (const { handler } of sharing) {
      const { method, path, group, response } = handler.definition;
      expect({ method, group: group !== undefined, page: response.page }).toEqual({
        method: "POST",
        group: true,
        page: true,
      });
      const routes = made.all("AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties.RouteKey);
      expect(routes).toContain(`ANY ${path}`);
      expect(routes).not.toContain(`POST ${path}`);
    }
  });

  test("every route of the socket leads to its function", () => {
    const routes = made.all("AWS::ApiGatewayV2::Route").filter(isOfSocket);
    const found = routes.map((route): [string, string] => {
      const [, [, integration]] = route.Properties.Target["Fn::Join"];
      const { IntegrationType, IntegrationUri } = named(route, integration)?.Properties ?? {};
      expect(IntegrationType).toBe("AWS_PROXY");
      const called = IntegrationUri["Fn::Join"][1].find((part: object) => Object.hasOwn(part, "Fn::GetAtt"));
      return [route.Properties.RouteKey, named(route, called)?.Properties.Handler];
    });
    expect(found.sort()).toEqual([
      ["$connect", "connect.handler"],
      ["$default", "message.handler"],
      ["$disconnect", "disconnect.handler"],
    ]);
  });

  test("creating a table also works with a slash at the end of the path", () => {
    const keys = made.all("AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties.RouteKey);
    expect(keys).toEqual(expect.arrayContaining(["POST /base/{baseId}/table", "POST /base/{proxy+}"]));
  });

  test("requests are throttled and logged, without anything that could be secret", () => {
    const all = made.all("AWS::ApiGatewayV2::Stage");
    const [ofSocket] = all.filter(isOfSocket);
    expect(ofSocket?.Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 100,
      ThrottlingBurstLimit: 200,
    });
    const stages = all.filter((stage) => !isOfSocket(stage)).map(({ Properties }) => Properties);
    expect(stages.map(({ StageName }) => StageName).sort()).toEqual(["$default", "api"]);
    // with another prefix an account with many APIs refuses the stage
    const [accessLog] = made.all("AWS::Logs::LogGroup").filter(({ id }) => id.startsWith("AccessLogs"));
    expect(accessLog?.Properties.LogGroupName).toBe("/aws/vendedlogs/gridless-main");
    for (const stage of stages) {
      expect(stage).toMatchObject({
        AutoDeploy: true,
        ApiId: stages[0]?.ApiId,
        AccessLogSettings: stages[0]?.AccessLogSettings,
        DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
      });
      const format = JSON.parse(stage.AccessLogSettings.Format);
      expect(Object.keys(format)).toEqual(expect.arrayContaining(["requestId", "route", "status"]));
      expect(JSON.stringify(format)).not.toMatch(/authorizer|header|querystring|path/i);
    }
  });

  test("a route stays in the stack of its endpoint's folder, where it was before it led to a group", () => {
    const keys = new Map(
      routesOf(made.registry).map(({ method, path, endpoint }) => [`${method} ${path}`, endpoint]),
    );
    for (const { id, stack, Properties } of made.all("AWS::ApiGatewayV2::Route")) {
      const endpoint = keys.get(Properties.RouteKey);
      if (!endpoint) continue;
      const { area, operation } = endpoint;
      expect(stack.toLowerCase()).toBe(`${area}area`);
      expect(id).toMatch(new RegExp(`^${operation}(Route|Twin)[0-9A-F]{8}$`));
    }
  });

  test("an API may have 300 routes, and 300 integrations, which AWS does not raise", () => {
    const count = (type: "AWS::ApiGatewayV2::Route" | "AWS::ApiGatewayV2::Integration") =>
      made.all(type).filter((each) => !isOfSocket(each)).length;
    expect(count("AWS::ApiGatewayV2::Route")).toBeLessThan(300);
    expect(count("AWS::ApiGatewayV2::Integration")).toBeLessThanOrEqual(270);
  });
});

test("the store has point-in-time recovery, is retained when the stack is deleted, and removes expired items", () => {
  const [table] = made.all("AWS::DynamoDB::Table");
  expect(table).toMatchObject({
    // another id would create a new, empty table
    id: "Store1D2A845B",
    DeletionPolicy: "Retain",
    UpdateReplacePolicy: "Retain",
    Properties: {
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
    },
  });
});
