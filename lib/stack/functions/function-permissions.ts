/* The environment and the permissions of a function, from its kind and from the commands in its code. */
import { Arn, Aws } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { parseModels } from "#lib/ai/models";
import { queueAddresses } from "#lib/events/queue-addresses";
import {
  isBudgetNotice,
  isConsumer,
  isDispatcher,
  isEndpoint,
  isFallback,
  isReader,
  isScheduled,
  isSocketRoute,
} from "#lib/registry";
import { pathOf } from "#lib/schemas/records/file-token";
import { stopBudgetName } from "#lib/stack/budget";
import type { PublicCdn } from "#lib/stack/cdn";
import type { ConsumerQueue } from "#lib/stack/queues";
import type { Settings } from "#lib/stack/settings";
import type { PublicSocket } from "#lib/stack/socket-api";
import type { Deployed } from "./deployed.ts";
import { type Granted, looksUpCallers, onlyCounts, updateItem } from "./permissions.ts";
import { mayReadStream, mayReceive } from "./triggers.ts";

export interface Shared extends Granted {
  /** The public address of the API. */
  url: string;
  /** CloudFront before it. */
  cdn?: PublicCdn;
  socket: PublicSocket;
  store: Table;
  /** The bucket of attachments. */
  attachments: Bucket;
  queues: ConsumerQueue[];
  /** Positions in the stream whose batches failed at every attempt. */
  streamDeadLetters: Queue;
}

const of = (service: string) => (action: string) => action.startsWith(`${service}:`);

const countMessages = "sqs:GetQueueAttributes";
/** Whether the function counts the positions in the stream that were given up. */
const counts = (actions: string[]) => actions.includes(countMessages) && !actions.includes("sqs:SendMessage");

/** The description of the function in Lambda. */
export function descriptionOf({ area, members: [registered, ...others] }: Deployed): string {
  if (others.length > 0) return `Pages for people: ${area}`;
  if (isEndpoint(registered)) return registered.handler.definition.summary;
  if (isConsumer(registered)) return registered.handler.consumer.summary;
  if (isScheduled(registered)) return registered.handler.schedule.summary;
  if (isReader(registered)) return registered.handler.reader.summary;
  if (isBudgetNotice(registered)) return registered.handler.notice.summary;
  if (isSocketRoute(registered)) return registered.handler.socket.summary;
  return isDispatcher(registered)
    ? "Sends changes to the queues of the consumers that subscribe to them"
    : "Responds to requests that match no endpoint";
}

/** The permissions of the function, except for its logs and traces. Those of a group are what any of its pages needs. */
export function statementsOf(
  { members }: Deployed,
  { settings, ...shared }: Shared & { settings: Settings },
): PolicyStatement[] {
  const { store, attachments, queues, streamDeadLetters } = shared;
  const statements: PolicyStatement[] = [];
  const allow = (actions: string[], resources: string[]) => {
    if (actions.length > 0) statements.push(new PolicyStatement({ actions, resources }));
  };
  const actions = actionsOfAll(members, shared);
  allow(actions.filter(of("dynamodb")), [store.tableArn]);
  allow(actions.filter(of("s3")), [attachments.arnForObjects(`${pathOf("")}*`)]);
  const looksUp = members.some(looksUpCallers);
  const isCounting = members.some(onlyCounts);
  const updated = [
    ...(looksUp ? ["TOKEN#*"] : []),
    ...(isCounting || (looksUp && settings.tokenLimit) ? ["RATE#*"] : []),
    ...(members.some(shared.onlyNotes) ? ["ASKED#*"] : []),
  ];
  if (updated.length > 0) statements.push(mayUpdate(store, updated));
  if (counts(actions)) allow([countMessages], [streamDeadLetters.queueArn]);
  const sending = actions.filter((action) => action === "sqs:SendMessage");
  const mailboxes = sending.length > 0 ? queues.map(({ queue }) => queue.queueArn) : [];
  // Lambda uses this role to send failed batches of the stream to the dead letters
  const readsStream = members.some((each) => isDispatcher(each) || isReader(each));
  if (readsStream) mailboxes.push(streamDeadLetters.queueArn);
  // one statement: if CDK merged two, the order of their resources would differ between syntheses
  if (mailboxes.length > 0) allow(["sqs:SendMessage"], mailboxes);
  const mailing = actions.filter(of("ses"));
  if (mailing.length > 0 && settings.mailFrom) statements.push(maySend(mailing, settings.mailFrom));
  allow(actions.filter(of("execute-api")), [shared.socket.arnOf("POST"), shared.socket.arnOf("DELETE")]);
  const asking = actions.filter(of("bedrock"));
  if (settings.aiModels) allow(asking, modelArns(settings.aiModels));
  const reading = actions.filter(of("ssm"));
  if (settings.oidc?.secretParameter) allow(reading, [parameterArn(settings.oidc.secretParameter)]);
  if (readsStream) statements.push(...mayReadStream(store));
  for (const { consumer, queue } of queues)
    if (members.some(({ operation }) => operation === consumer.operation)) statements.push(mayReceive(queue));
  return statements;
}

/** What any of the functions needs. */
const actionsOfAll = (members: Deployed["members"], { actionsOf }: Granted): string[] =>
  [...new Set(members.flatMap(actionsOf))].sort();

/** AWS's own key for parameters needs no permission beside it: its policy allows all of the account to decrypt by Systems Manager. */
const parameterArn = (name: string) =>
  `arn:${Aws.PARTITION}:ssm:${Aws.REGION}:${Aws.ACCOUNT_ID}:parameter${name}`;

/** Only with this sender address; the verified identity in SES may be the address or its domain. */
function maySend(actions: string[], from: string): PolicyStatement {
  const identities = [from, from.slice(from.lastIndexOf("@") + 1)];
  const shared = { partition: Aws.PARTITION, region: Aws.REGION, account: Aws.ACCOUNT_ID };
  return new PolicyStatement({
    actions,
    resources: identities.map((resourceName) =>
      Arn.format({ ...shared, service: "ses", resource: "identity", resourceName }),
    ),
    conditions: { StringEquals: { "ses:FromAddress": from } },
  });
}

/**
 * Permits updates of some items only, by the beginnings of their partition keys. A function that looks up tokens records their use, and
 * counts their calls if these are limited; one that reads sorted lists writes down their orders.
 */
function mayUpdate(store: Table, leadingKeys: string[]): PolicyStatement {
  return new PolicyStatement({
    actions: [updateItem],
    resources: [store.tableArn],
    conditions: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": leadingKeys },
      // ForAllValues alone is also true for a request without keys
      Null: { "dynamodb:LeadingKeys": "false" },
    },
  });
}

/** An inference profile, which leads to a model in one of several regions. The group is the id of the model. */
const profile = /^(?:us|us-gov|eu|apac|ap|au|jp|ca|sa|me|af|global)\.(.+)$/;

/** The ARNs of the configured models of Bedrock. A profile may use its model in any region, but no other model. */
function modelArns(aiModels: string): string[] {
  const models = parseModels(aiModels);
  if (typeof models === "string") throw new Error(`aiModels ${models}`);
  const start = `arn:${Aws.PARTITION}:bedrock`;
  const arns = models.flatMap(({ id }) => {
    const [, inRegions] = profile.exec(id) ?? [];
    if (id.startsWith("arn:")) return [id];
    if (!inRegions) return [`${start}:${Aws.REGION}::foundation-model/${id}`];
    return [
      `${start}:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${id}`,
      `${start}:*::foundation-model/${inRegions}`,
    ];
  });
  return [...new Set(arns)];
}

/** The environment variables of the function. */
export function environmentOf(
  { operation, members }: Deployed,
  {
    url,
    cdn,
    socket,
    store,
    attachments,
    queues,
    streamDeadLetters,
    settings,
    ...granted
  }: Shared & { settings: Settings },
): Record<string, string> {
  const actions = actionsOfAll(members, granted);
  const isIn = (...areas: string[]) => members.some(({ area }) => areas.includes(area));
  return {
    // with these it logs a line for each call
    GRIDLESS_STAGE: settings.stage,
    GRIDLESS_OPERATION: operation,
    GRIDLESS_ORIGIN: url,
    ...(cdn &&
      members.some((each) => isEndpoint(each) || isFallback(each)) && { GRIDLESS_CDN_SECRETS: cdn.secrets }),
    ...(members.some(isBudgetNotice) && { GRIDLESS_BUDGET: stopBudgetName(settings.stage) }),
    ...(isIn("auth") && { GRIDLESS_SIGN_UP: settings.signUp }),
    ...(isIn("app", "socket") && { GRIDLESS_SOCKET: socket.url }),
    ...(isIn("app", "share") && {
      GRIDLESS_FILES_ORIGIN: `https://${attachments.bucketRegionalDomainName}`,
    }),
    ...(isIn("mcp", "socket") && {
      GRIDLESS_CORS_ORIGINS: settings.corsOrigins.join(","),
    }),
    ...(actions.some(of("execute-api")) && { GRIDLESS_CONNECTIONS: socket.connections }),
    ...(actions.some(of("dynamodb")) && { GRIDLESS_STORE: store.tableName }),
    ...(actions.some(of("s3")) && { GRIDLESS_BUCKET: attachments.bucketName }),
    ...(counts(actions) && { GRIDLESS_STREAM_DEAD_LETTERS: streamDeadLetters.queueUrl }),
    ...(members.some(isDispatcher) && {
      GRIDLESS_QUEUES: queueAddresses.write(
        `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/`,
        queues.map(({ queue, consumer: { operation } }) => ({ operation, name: queue.queueName })),
      ),
    }),
  };
}
