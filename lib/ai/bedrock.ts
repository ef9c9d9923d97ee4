/* Amazon Bedrock. The only module that calls it; its role may invoke the configured models and nothing else (lib/stack/functions/function-permissions.ts). */
import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandOutput,
} from "@aws-sdk/client-bedrock-runtime";
import {
  answerBytes,
  cannotRead,
  type Question,
  type Reply,
  tooLate,
  tooLong,
  troubleOf,
  wasCut,
  wasDeclined,
} from "./provider.ts";

let opened: { address: string | undefined; client: BedrockRuntimeClient } | undefined;

/** The client. In tests, the SDK's own variable sets another address. */
function open(): BedrockRuntimeClient {
  const address = process.env["AWS_ENDPOINT_URL_BEDROCK_RUNTIME"];
  if (!opened || opened.address !== address)
    opened = { address, client: new BedrockRuntimeClient({ maxAttempts: 1 }) };
  return opened.client;
}

/** Asks a model by the Converse API. The caller decides about retries, so the client makes none. */
export async function askBedrock(question: Question): Promise<Reply> {
  const { model, instructions, data, images, maxTokens, within } = question;
  const command = new ConverseCommand({
    modelId: model.id,
    system: [{ text: instructions }],
    messages: [
      {
        role: "user",
        content: [
          { text: data },
          ...images.map(({ format, bytes }) => ({ image: { format, source: { bytes } } })),
        ],
      },
    ],
    inferenceConfig: { maxTokens, temperature: 0 },
  });
  const abortSignal = AbortSignal.timeout(within);
  try {
    return readOutput(await open().send(command, { abortSignal }), maxTokens);
  } catch (error) {
    if (abortSignal.aborted) return tooLate(within);
    return failureOf(error);
  }
}

function readOutput({ output, stopReason, usage }: ConverseCommandOutput, maxTokens: number): Reply {
  const tokens = usage && { in: usage.inputTokens ?? 0, out: usage.outputTokens ?? 0 };
  if (stopReason === "content_filtered" || stopReason === "guardrail_intervened") return wasDeclined(tokens);
  if (stopReason === "max_tokens" || stopReason === "model_context_window_exceeded")
    return wasCut(maxTokens, tokens);
  const content = output?.message?.content;
  if (!content) return cannotRead;
  const text = content.flatMap((block) => block.text ?? []).join("");
  if (text.length > answerBytes) return { ...tooLong, ...(tokens && { tokens }) };
  return { text, ...(tokens && { tokens }) };
}

/** The names of Bedrock's errors whose status says less than they do. */
const statusOf: Record<string, number> = {
  ThrottlingException: 429,
  ModelNotReadyException: 429,
  ServiceQuotaExceededException: 429,
  ModelTimeoutException: 503,
  ModelErrorException: 503,
};

function failureOf(error: unknown): Reply {
  const { name = "", $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = statusOf[name] ?? $metadata?.httpStatusCode;
  // an answer of 200 that cannot be parsed is an error of the client too
  if (status !== undefined && status < 300) return cannotRead;
  return status ? troubleOf(status) : { trouble: "busy", message: "the model could not be reached" };
}
