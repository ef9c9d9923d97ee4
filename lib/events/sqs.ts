/* The queues on AWS. The only module that calls SQS. */
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { Message, Send } from "./change.ts";

let opened: SQSClient | undefined;

/** Sends ten messages in each request, and retries those that SQS does not accept, up to three attempts. */
export const sendToQueue: Send = async (queue, messages) => {
  const client = openClient();
  const tens = cutIntoPieces(messages, 10);
  return (await Promise.all(tens.map((ten) => sendTen(client, queue, ten)))).flat();
};

function openClient(): SQSClient {
  opened ??= new SQSClient({
    // use the endpoint of the environment: the queue addresses of an emulator may name another host
    useQueueUrlAsEndpoint: false,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  return opened;
}

/** About how many messages are in a queue. */
export async function countMessages(queue: string): Promise<number> {
  const { Attributes } = await openClient().send(
    new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ["ApproximateNumberOfMessages"] }),
  );
  return Number(Attributes?.["ApproximateNumberOfMessages"] ?? 0);
}

const attempts = 3;

async function sendTen(client: SQSClient, queue: string, messages: Message[]): Promise<Message[]> {
  let left = messages;
  for (let attempt = 0; attempt < attempts && left.length > 0; attempt++) {
    const entries = left.map(({ change, delaySeconds, group }, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify(change),
      DelaySeconds: delaySeconds,
      // while many messages of one group are in work, a standard queue gives those of other groups first
      MessageGroupId: group,
    }));
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queue, Entries: entries }),
    );
    const refused = new Set(Failed.map(({ Id }) => Id));
    left = left.filter((_, i) => refused.has(String(i)));
  }
  return left;
}
