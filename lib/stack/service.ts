/* The whole service: store, files, queues and API in this stack, the functions in one nested stack for each area. */
import { Aws, CfnOutput, Stack, Validations } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Consumer } from "#lib/events/consumer";
import { isBudgetNotice, isDispatcher, isReader, type Registered } from "#lib/registry";
import { Alarms } from "./alarms.ts";
import { attachmentsBucket } from "./attachments-bucket.ts";
import { stopBudget } from "./budget.ts";
import type { AreaBundle } from "./bundles/bundle.ts";
import { dashboard } from "./dashboard.ts";
import { Area } from "./functions/area.ts";
import { Canary, canaryArea } from "./functions/canary.ts";
import { sharesRouteOfPage } from "./functions/deployed.ts";
import { makeInvokers } from "./functions/invokers.ts";
import type { Granted } from "./functions/permissions.ts";
import { httpApi, tooManyRequests } from "./http-api.ts";
import { consumerQueues, deadLetterQueue } from "./queues.ts";
import type { Settings } from "./settings.ts";
import { socketApi } from "./socket-api.ts";
import { storeTable } from "./store-table.ts";

export interface ServiceProps {
  areas: AreaBundle[];
  consumers: Registered<Consumer>[];
  granted: Granted;
  settings: Settings;
}

export class Service extends Stack {
  constructor(scope: Construct, id: string, { areas, consumers, granted, settings }: ServiceProps) {
    super(scope, id, {
      stackName: `gridless-${settings.stage}`,
      description: "Gridless: a table database without servers",
    });
    const store = storeTable(this, settings);
    const open = httpApi(this, settings);
    const { api, accessLog, url, cdn } = open;
    const attachments = attachmentsBucket(this, settings, url);
    const queues = consumerQueues(this, consumers);
    const streamDeadLetters = deadLetterQueue(this, "StreamDeadLetters");
    Validations.of(streamDeadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "This is itself a dead-letter queue: it receives the failed batches of the stream's readers",
    });
    const socket = socketApi(this, settings);
    const own = { url, store, attachments, queues, streamDeadLetters };
    const shared = { api, ...(cdn && { cdn }), socket, ...own, ...granted, settings };
    const tooMany = tooManyRequests(open, settings);
    const alarms = new Alarms(this, "Alarms", { api, store, tooMany, settings });
    const canary =
      alarms.canary && settings.canary && new Canary(this, "Canary", alarms.canary, settings.canary);
    const invokers = makeInvokers(this, areas);
    const made = areas.map((bundle) => {
      const invoker = invokers.get(bundle.area);
      if (!invoker) throw new Error(`${bundle.area} has no invoker`);
      const ofArea = bundle.area === canaryArea ? canary : undefined;
      return new Area(this, idOf(bundle), { bundle, invoker, canary: ofArea, ...shared });
    });
    const first = made.find(({ title }) => title === canaryArea);
    if (canary && first) for (const area of made) if (area !== first) area.addStackDependency(first);
    const functions = made.flatMap((area) => area.functions);
    const integrations = new Map(
      functions.flatMap(({ deployed: { operation }, integration }) =>
        integration ? [[operation, integration] as const] : [],
      ),
    );
    const registered = functions.flatMap(({ deployed }) => deployed.members);
    for (const area of made)
      area.addRoutes(
        registered.filter((each) => each.area === area.title && !sharesRouteOfPage(each, registered)),
        integrations,
        api,
      );

    for (const { deployed, own } of functions)
      if (deployed.members.some(isDispatcher)) alarms.watchStream("Dispatcher", own.handler);
      else if (deployed.members.some(isReader)) alarms.watchStream("Reader", own.handler);
      else if (deployed.members.some(isBudgetNotice)) stopBudget(this, own.handler, settings);
    alarms.watchDeadLetters("Dispatcher", streamDeadLetters);
    for (const { id, deadLetters } of queues) alarms.watchDeadLetters(id, deadLetters);
    const page = dashboard(this, { api, store, tooMany, accessLog, areas: made, settings });

    this.addOutputs({
      url,
      store: store.tableName,
      alarmTopic: alarms.topic.topicArn,
      page,
      stage: settings.stage,
    });
    new CfnOutput(this, "SocketUrl", { value: socket.url, description: "Address of the WebSocket API" });
    new CfnOutput(this, "AttachmentsName", {
      value: attachments.bucketName,
      description: "Name of the S3 bucket with the files of attachments",
    });
  }

  /** Addresses and names that the person who deployed needs next. */
  private addOutputs({ url, store, alarmTopic, page, stage }: Record<Named, string>): void {
    const outputs = {
      ApiUrl: [url, "Address of the API"],
      DocsUrl: [`${url}/docs`, "Its documentation"],
      SignInUrl: [`${url}/auth/sign-in`, "Where people sign in"],
      DashboardUrl: [
        `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards:name=${page}`,
        "Figures of the service",
      ],
      AlarmTopic: [alarmTopic, "The topic of SNS that alarms and the budget notify"],
      Region: [Aws.REGION, "Where it is deployed"],
      StoreName: [store, "Name of the DynamoDB table with all data"],
      AdminCommand: [
        `npm run admin -- --stack gridless-${stage} --region ${Aws.REGION} --name Ada --email ada@example.org`,
        "Makes the first administrator: put in a name and an address",
      ],
    };
    for (const [name, [value, description]] of Object.entries(outputs))
      new CfnOutput(this, name, { value: value ?? "", description: description ?? "" });
  }
}

type Named = "url" | "store" | "alarmTopic" | "page" | "stage";

/** With a capital first letter, as in CloudFormation's ids. It must never change: another id would create new, empty resources. */
const idOf = ({ area }: AreaBundle) => `${area.charAt(0).toUpperCase()}${area.slice(1)}Area`;
