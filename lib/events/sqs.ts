/* The queues on AWS. The only module that talks to SQS; it is in the dispatcher's bundle only. */

import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { Message, Send } from "./change.ts";

let opened: SQSClient | undefined;

/** Ten are one request; what SQS does not take of them is tried again. */
export const sendToQueue: Send = async (queue, messages) => {
  opened ??= new SQSClient({
    // as the environment has it: an emulator's queues may name another host
    useQueueUrlAsEndpoint: false,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  const tens = cutIntoPieces(messages, 10);
  const client = opened;
  return (await Promise.all(tens.map((ten) => sendTen(client, queue, ten)))).flat();
};

const attempts = 3;

async function sendTen(client: SQSClient, queue: string, messages: Message[]): Promise<Message[]> {
  let left = messages;
  for (let attempt = 0; attempt < attempts && left.length > 0; attempt++) {
    const entries = left.map(({ change, delaySeconds }, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify(change),
      DelaySeconds: delaySeconds,
    }));
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queue, Entries: entries }),
    );
    const refused = new Set(Failed.map(({ Id }) => Id));
    left = left.filter((_, i) => refused.has(String(i)));
  }
  return left;
}
