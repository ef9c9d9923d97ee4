/* The whole service: store, files, queues and API here, the functions in a nested stack for each area. */
import { CfnOutput, Stack, Validations } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Consumer } from "#lib/events/consumer";
import type { AnyFunction, Registered } from "#lib/registry";
import { Area } from "./area.ts";
import { attachmentsBucket } from "./attachments-bucket.ts";
import type { AreaBundle } from "./bundle.ts";
import { httpApi } from "./http-api.ts";
import { consumerQueues, deadLetterQueue } from "./queues.ts";
import type { Settings } from "./settings.ts";
import { storeTable } from "./store-table.ts";

export interface ServiceProps {
  areas: AreaBundle[];
  consumers: Registered<Consumer>[];
  actionsOf: (registered: AnyFunction) => string[];
  settings: Settings;
}

export class Service extends Stack {
  constructor(scope: Construct, id: string, { areas, consumers, actionsOf, settings }: ServiceProps) {
    super(scope, id, {
      stackName: `gridless-${settings.stage}`,
      description: "Gridless: a table database without servers",
    });
    const store = storeTable(this, settings);
    const attachments = attachmentsBucket(this, settings);
    const api = httpApi(this, settings);
    const queues = consumerQueues(this, consumers);
    const streamDeadLetters = deadLetterQueue(this, "StreamDeadLetters");
    Validations.of(streamDeadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "It holds dead letters itself: what the stream's reader gave up",
    });
    const shared = { api, store, queues, streamDeadLetters, actionsOf, settings };
    for (const bundle of areas) new Area(this, idOf(bundle), { bundle, ...shared });

    new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "StoreName", { value: store.tableName });
    new CfnOutput(this, "AttachmentsName", { value: attachments.bucketName });
  }
}

/** In capitals as CloudFormation's ids are. It names the resources for good: another id is another, empty resource. */
const idOf = ({ area }: AreaBundle) => `${area.charAt(0).toUpperCase()}${area.slice(1)}Area`;
