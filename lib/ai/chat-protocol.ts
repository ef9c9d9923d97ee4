/* A server that speaks the OpenAI chat protocol: Ollama, vLLM, a hosted one. It is called through the outgoing door. */
import * as z from "zod";
import { fetchFrom } from "#lib/outgoing/fetch";
import { readRetryAfter } from "#lib/outgoing/retry-after";
import {
  answerBytes,
  cannotRead,
  type NotAnswered,
  type Question,
  type Reply,
  tooLate,
  tooLong,
  troubleOf,
  wasCut,
  wasDeclined,
} from "./provider.ts";

const Count = z.int().min(0).max(1e9);
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).nullish().catch(undefined),
});

/** Models that name the limit of an answer in the newer way, and take no temperature. */
const newerModels = new Set<string>();
const asksForNewer = (body: Buffer) => body.includes("max_completion_tokens");

/** Asks a model at an address that the operator set, such as `http://localhost:11434/v1`. */
export async function askChat(address: string, key: string, question: Question): Promise<Reply> {
  const { within } = question;
  const begun = performance.now();
  const send = (limits: object) => {
    const left = Math.max(1, within - (performance.now() - begun));
    return fetchFrom(`${address.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ ...bodyOf(question), ...limits }),
      maxBytes: answerBytes,
      firstByteWithin: left,
      within: left,
      mayOwn: true,
    });
  };
  const newer = { max_completion_tokens: question.maxTokens };
  const isNewer = newerModels.has(question.model.id);
  let outcome = await send(isNewer ? newer : { max_tokens: question.maxTokens, temperature: 0 });
  if (!isNewer && !outcome.problem && outcome.status === 400 && asksForNewer(outcome.body)) {
    newerModels.add(question.model.id);
    outcome = await send(newer);
  }
  if (outcome.problem) return failureOf(outcome.problem.reason, within);
  const { status, headers, body } = outcome;
  if (status < 200 || status > 299) {
    const retryAfter = readRetryAfter(headers["retry-after"], Date.now());
    return { ...troubleOf(status), ...(retryAfter && { retryAfter }) };
  }
  return readCompletion(body.toString("utf8"), question.maxTokens);
}

function bodyOf({ model, instructions, data, images }: Question) {
  const pictures = images.map(({ format, bytes }) => ({
    type: "image_url",
    image_url: { url: `data:image/${format};base64,${bytes.toString("base64")}` },
  }));
  const content = pictures.length > 0 ? [{ type: "text", text: data }, ...pictures] : data;
  return {
    model: model.id,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content },
    ],
    stream: false,
  };
}

function failureOf(reason: string, within: number): NotAnswered {
  if (reason === "late") return tooLate(within);
  if (reason === "tooLarge") return tooLong;
  if (reason === "packed") return cannotRead;
  if (reason === "unreachable") return { trouble: "busy", message: "the model could not be reached" };
  return { trouble: "setup", message: "the address of the model may not be called" };
}

function readCompletion(text: string, maxTokens: number): Reply {
  const { data } = Completion.safeParse(parseJson(text));
  const [choice] = data?.choices ?? [];
  if (!data || !choice) return cannotRead;
  const { usage } = data;
  const tokens = usage ? { in: usage.prompt_tokens, out: usage.completion_tokens } : undefined;
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === "content_filter") return wasDeclined(tokens);
  if (choice.finish_reason === "length") return wasCut(maxTokens, tokens);
  return { text: content ?? "", ...(tokens && { tokens }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
