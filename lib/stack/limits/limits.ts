/*
 * What AWS refuses when a stack is deployed, and an emulator does not. Sources: the pages "quotas" of CloudFormation, Lambda, IAM,
 * API Gateway, SQS, SNS, S3, CloudWatch and CloudWatch Logs in AWS's documentation.
 */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { names } from "./attributes.ts";
import {
  bytes,
  characters,
  countEach,
  countOf,
  type Deployment,
  each,
  eachStack,
  type Limit,
  type Measured,
  ofType,
  type PlacedResource,
  policy,
  sums,
} from "./measure.ts";
import type { StackNode } from "./stacks.ts";
import { limitsOfWatching } from "./watching.ts";

/** The policies in a role, and those of other resources that name it. */
function inlinePolicies(deployment: Deployment): Measured[] {
  const roles = ofType(deployment, "AWS::IAM::Role");
  const own = roles.map((role) => {
    const policies = (role.property("Policies") ?? []) as { PolicyDocument: unknown }[];
    return { of: role.title, size: policies.reduce((sum, each) => sum + policy(each.PolicyDocument), 0) };
  });
  const nameOf = new Map(
    roles.map((role) => [String(deployment.resolve({ Ref: role.id }, role.stack)), role.title]),
  );
  const added = deployment.resources.flatMap((resource) => {
    if (resource.type !== "AWS::IAM::Policy" && resource.type !== "AWS::IAM::RolePolicy") return [];
    const named = [resource.property("Roles") ?? resource.property("RoleName") ?? []].flat();
    const size = policy(resource.property("PolicyDocument"));
    return named.map((name) => ({ of: nameOf.get(String(name)) ?? String(name), size }));
  });
  return sums([...own, ...added]);
}

/** The policy of each function, as Lambda writes it: a statement for each permission. */
function functionPolicies(deployment: Deployment): Measured[] {
  const statements = ofType(deployment, "AWS::Lambda::Permission").map((permission) => {
    const name = String(permission.property("FunctionName"));
    const about = {
      Sid: `${permission.stack.name}-${permission.id}-ABCDEFGHIJKL`,
      Effect: "Allow",
      Principal: { Service: permission.property("Principal") },
      Action: permission.property("Action"),
      Resource: `arn:aws:lambda:ap-southeast-1:123456789012:function:${name}`,
      Condition: {
        StringEquals: { "AWS:SourceAccount": permission.property("SourceAccount") ?? "" },
        ArnLike: { "AWS:SourceArn": permission.property("SourceArn") ?? "" },
      },
    };
    // a function may be named by its name or by its ARN
    return { of: name.split(":").at(-1), size: policy(about) + 1 };
  });
  return sums(statements);
}

/** Lambda refuses a queue whose messages may be received again while the function still works on them. */
function visibilities(deployment: Deployment): Measured[] {
  const at = (type: string, attribute: string | undefined) =>
    new Map(
      ofType(deployment, type).map((each) => {
        const name = attribute ? { "Fn::GetAtt": [each.id, attribute] } : { Ref: each.id };
        return [String(deployment.resolve(name, each.stack)), each];
      }),
    );
  const queues = at("AWS::SQS::Queue", "Arn");
  const functions = at("AWS::Lambda::Function", undefined);
  return ofType(deployment, "AWS::Lambda::EventSourceMapping").flatMap((mapping) => {
    const queue = queues.get(String(mapping.property("EventSourceArn")));
    const called = functions.get(String(mapping.property("FunctionName")).split(":").at(-1) ?? "");
    if (!queue || !called) return [];
    // the defaults of AWS, where the template has no value
    const timeout = Number(called.property("Timeout") ?? 3);
    const visibility = Number(queue.property("VisibilityTimeout") ?? 30);
    return [{ where: queue.title, size: visibility ? Math.ceil((100 * timeout) / visibility) : Infinity }];
  });
}

/** Counts the characters that IAM refuses, such as `ł`. */
const foreign = (document: unknown) =>
  JSON.stringify(document ?? "").match(/[^\t\n\r -\u00ff]/g)?.length ?? 0;

function foreignSigns(deployment: Deployment): Measured[] {
  const documents = deployment.resources.flatMap(({ title, type, property }) => {
    if (!/^AWS::IAM::(Role|\w*Policy)$/.test(type)) return [];
    const own = ["AssumeRolePolicyDocument", "PolicyDocument", "Policies"].map((name) => property(name));
    return [{ where: title, size: own.reduce((sum: number, each) => sum + foreign(each), 0) }];
  });
  return documents;
}

/** Lambda calls a function with more than ten messages of a queue only if it may wait for them. */
const messagesAtOnce = each("AWS::Lambda::EventSourceMapping", (mapping) => {
  const isQueue = String(mapping.property("EventSourceArn")).includes(":sqs:");
  if (!isQueue || mapping.property("MaximumBatchingWindowInSeconds")) return undefined;
  return Math.max(0, Number(mapping.property("BatchSize") ?? 10) - 10);
});

const filtersOf = (mapping: PlacedResource) => {
  const { Filters = [] } = (mapping.property("FilterCriteria") ?? {}) as { Filters?: { Pattern?: string }[] };
  return Filters;
};

/** Lambda sets these itself. */
const reserved =
  /^(_HANDLER|_X_AMZN_TRACE_ID|LAMBDA_(TASK_ROOT|RUNTIME_DIR)|AWS_(DEFAULT_REGION|REGION|EXECUTION_ENV|ACCESS_KEY|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|LAMBDA_(RUNTIME_API|FUNCTION_\w+|INITIALIZATION_TYPE|LOG_\w+)))$/;

const variablesOf = (resource: PlacedResource): object =>
  ((resource.property("Environment") ?? {}) as { Variables?: object }).Variables ?? {};

/** The rules of a bucket as S3 receives them, in XML. */
function corsRules(bucket: PlacedResource): number | undefined {
  const { CorsRules } = (bucket.property("CorsConfiguration") ?? {}) as { CorsRules?: object[] };
  const element = (name: string, value: unknown) => `<${name}>${String(value)}</${name}>`;
  const rules = CorsRules?.map((rule) => {
    const parts = Object.entries(rule).flatMap(([name, values]) =>
      [values].flat().map((value: unknown) => element(name.replace(/s$/, ""), value)),
    );
    return element("CORSRule", parts.join(""));
  });
  return rules && bytes(element("CORSConfiguration", rules.join("")));
}

/** Routes whose method and path another route of their API has. */
function repeatedRoutes(deployment: Deployment): Measured[] {
  const routes = ofType(deployment, "AWS::ApiGatewayV2::Route").map(
    (route) => `${String(route.property("RouteKey"))} of ${nameOfApi(deployment, route)}`,
  );
  return countEach(routes).map(({ where, size }) => ({ where, size: size - 1 }));
}

/** DynamoDB throttles a stream that more than two readers read. */
const streamReaders = (deployment: Deployment): Measured[] =>
  countEach(
    ofType(deployment, "AWS::Lambda::EventSourceMapping")
      .map((mapping) => String(mapping.property("EventSourceArn")))
      .filter((source) => source.includes(":dynamodb:")),
  );

/** How many resources of a type each API has. */
const ofApi =
  (type: string) =>
  (deployment: Deployment): Measured[] =>
    countEach(ofType(deployment, type).map((resource) => nameOfApi(deployment, resource)));

/** The title of the API: the values that identify APIs are made up here and do not differ. */
function nameOfApi({ resources, resolve }: Deployment, { stack, id }: PlacedResource): string {
  const reference = stack.template.Resources[id]?.Properties?.["ApiId"];
  const found = followToResource(reference, stack);
  const api = resources.find(
    (each) => each.type === "AWS::ApiGatewayV2::Api" && each.id === found?.id && each.stack === found.stack,
  );
  return api?.title ?? String(resolve(reference, stack));
}

/** The resource that `Ref` names, through the parameters of nested stacks. */
function followToResource(value: unknown, stack: StackNode): { id: string; stack: StackNode } | undefined {
  const id = (value as { Ref?: string } | undefined)?.Ref;
  if (id === undefined) return undefined;
  const given = stack.parent?.parameters[id];
  if (!stack.template.Parameters?.[id] || !stack.parent) return { id, stack };
  return followToResource(given, stack.parent.stack);
}

/** The unpacked code of each function, in bytes. */
function code({ resources }: Deployment): Measured[] {
  const folders = new Map<string, number>();
  return resources.flatMap(({ title, type, stack, metadata }) => {
    const asset = metadata["aws:asset:path"];
    if (type !== "AWS::Lambda::Function" || typeof asset !== "string") return [];
    const folder = path.resolve(stack.folder, asset);
    const size = folders.get(folder) ?? bytesIn(folder);
    folders.set(folder, size);
    return [{ where: title, size }];
  });
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

const movedIn = ({ template: { Resources } }: StackNode): number =>
  Object.values(Resources).filter(({ UpdatePolicy }) => UpdatePolicy?.CodeDeployLambdaAliasUpdate).length;

const nameLimits = Object.entries(names).map(
  ([type, { property, longest }]): Limit => ({
    what: `name of ${type.replace("AWS::", "")}`,
    most: longest,
    unit: "characters",
    measure: each(type, (resource) => characters(resource.property(property))),
  }),
);

export const limits: Limit[] = [
  {
    what: "environment of a function",
    most: 4096,
    unit: "bytes",
    measure: each("AWS::Lambda::Function", (resource) => bytes(variablesOf(resource))),
  },
  {
    what: "variables of a function that Lambda sets itself",
    most: 0,
    unit: "variables",
    measure: each(
      "AWS::Lambda::Function",
      (resource) => Object.keys(variablesOf(resource)).filter((name) => reserved.test(name)).length,
    ),
  },
  { what: "inline policies of a role", most: 10_240, unit: "characters", measure: inlinePolicies },
  {
    what: "trust policy of a role",
    most: 2048,
    unit: "characters",
    measure: each("AWS::IAM::Role", (role) => policy(role.property("AssumeRolePolicyDocument"))),
  },
  {
    what: "managed policies of a role",
    most: 10,
    unit: "policies",
    measure: each("AWS::IAM::Role", (role) => countOf((role.property("ManagedPolicyArns") as object) ?? [])),
  },
  {
    what: "managed policy",
    most: 6144,
    unit: "characters",
    measure: each("AWS::IAM::ManagedPolicy", (each) => policy(each.property("PolicyDocument"))),
  },
  { what: "permissions in the policy of a function", most: 20_480, unit: "bytes", measure: functionPolicies },
  {
    what: "policy of a queue",
    most: 8192,
    unit: "bytes",
    measure: each("AWS::SQS::QueuePolicy", (each) => bytes(each.property("PolicyDocument"))),
  },
  {
    what: "policy of a topic",
    most: 30_720,
    unit: "bytes",
    measure: each("AWS::SNS::TopicPolicy", (each) => bytes(each.property("PolicyDocument"))),
  },
  {
    what: "policy of a bucket",
    most: 20_480,
    unit: "bytes",
    measure: each("AWS::S3::BucketPolicy", (each) => bytes(each.property("PolicyDocument"))),
  },
  {
    what: "origins and headers of a bucket",
    most: 65_536,
    unit: "bytes",
    measure: each("AWS::S3::Bucket", corsRules),
  },
  {
    what: "description of a function",
    most: 256,
    unit: "characters",
    measure: each("AWS::Lambda::Function", (each) => characters(each.property("Description"))),
  },
  { what: "unpacked code of a function", most: 262_144_000, unit: "bytes", measure: code },
  { what: "routes of an API", most: 300, unit: "routes", measure: ofApi("AWS::ApiGatewayV2::Route") },
  {
    what: "integrations of an API",
    most: 300,
    unit: "integrations",
    measure: ofApi("AWS::ApiGatewayV2::Integration"),
  },
  { what: "routes that another one hides", most: 0, unit: "routes", measure: repeatedRoutes },
  { what: "timeout of a function, of its queue's visibility,", most: 100, unit: "%", measure: visibilities },
  {
    what: "filters of a function's source",
    most: 5,
    unit: "filters",
    measure: each("AWS::Lambda::EventSourceMapping", (mapping) => filtersOf(mapping).length),
  },
  {
    what: "longest filter of a function's source",
    most: 4096,
    unit: "characters",
    measure: each("AWS::Lambda::EventSourceMapping", (mapping) =>
      Math.max(...filtersOf(mapping).map(({ Pattern = "" }) => Pattern.length), 0),
    ),
  },
  {
    what: "messages of a queue in one call beyond ten, without waiting",
    most: 0,
    unit: "messages",
    measure: messagesAtOnce,
  },
  { what: "readers of a stream", most: 2, unit: "readers", measure: streamReaders },
  {
    what: "aliases that CodeDeploy moves at once",
    // accounts of today have 1,300; older ones 100, which is raised on request
    most: 100,
    unit: "aliases",
    measure: ({ stacks }) => [
      { where: stacks[0]?.title ?? "", size: stacks.reduce((sum, stack) => sum + movedIn(stack), 0) },
    ],
  },
  { what: "signs beyond Latin-1 in policies", most: 0, unit: "signs", measure: foreignSigns },
  ...limitsOfWatching,
  {
    what: "resources of a stack",
    most: 500,
    unit: "resources",
    measure: eachStack(({ template }) => countOf(template.Resources)),
  },
  {
    what: "resources with nested stacks",
    most: 2500,
    unit: "resources",
    measure: ({ stacks, resources }) => [{ where: stacks[0]?.title ?? "", size: resources.length }],
  },
  {
    what: "roles of a stage",
    most: 1000,
    unit: "roles",
    measure: (deployment) => [
      { where: deployment.stacks[0]?.title ?? "", size: ofType(deployment, "AWS::IAM::Role").length },
    ],
  },
  {
    what: "parameters of a stack",
    most: 200,
    unit: "parameters",
    measure: eachStack(({ template }) => countOf(template.Parameters)),
  },
  {
    what: "value of a parameter",
    most: 4096,
    unit: "bytes",
    measure: ({ stacks, resolve }) =>
      stacks.flatMap((stack) =>
        Object.entries(stack.parent?.parameters ?? {}).map(([name, value]) => ({
          where: `${name} of ${stack.title}`,
          size: bytes(resolve(value, stack.parent?.stack ?? stack)),
        })),
      ),
  },
  {
    what: "outputs of a stack",
    most: 200,
    unit: "outputs",
    measure: eachStack(({ template }) => countOf(template.Outputs)),
  },
  {
    what: "name in a template",
    most: 255,
    unit: "characters",
    measure: ({ stacks }) =>
      stacks.flatMap(({ title, template: { Resources, Parameters, Outputs } }) =>
        Object.keys({ ...Resources, ...Parameters, ...Outputs }).map((name) => ({
          where: `${name.slice(0, 100)} of ${title}`,
          size: name.length,
        })),
      ),
  },
  {
    what: "dynamic references of a template",
    most: 60,
    unit: "references",
    measure: eachStack(({ template }) => JSON.stringify(template).match(/{{resolve:/g)?.length ?? 0),
  },
  { what: "template", most: 1_000_000, unit: "bytes", measure: eachStack(({ bytes }) => bytes) },
  {
    what: "description of a stack",
    most: 1024,
    unit: "bytes",
    measure: eachStack(({ template }) => bytes(template.Description ?? "")),
  },
  {
    what: "name of a stack",
    most: 128,
    unit: "characters",
    measure: ({ stacks }) => stacks.slice(0, 1).map(({ name }) => ({ where: name, size: name.length })),
  },
  ...nameLimits,
];
