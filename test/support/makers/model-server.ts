/*
 * A stand-in for language models: it speaks the OpenAI chat protocol and Amazon Bedrock's Converse API, and answers as a test says. The
 * shapes of the Converse API are those of the types of the SDK.
 */
import http from "node:http";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import type { ConverseRequest, ConverseResponse } from "@aws-sdk/client-bedrock-runtime";
import { onTestFinished, vi } from "vitest";

export interface Asked {
  protocol: "chat" | "converse";
  model: string;
  instructions: string;
  /** The message of the user. */
  data: string;
  images: number;
  authorization: string | undefined;
  maxTokens: number;
  /** How a model of the chat protocol is told the most tokens. */
  limit?: "max_tokens" | "max_completion_tokens";
}

/** A text is what the model says. */
export type Answer =
  | string
  | { text: string; tokens?: { in: number; out: number } | null; stop?: "declined" | "cut" }
  | { status: number; headers?: Record<string, string>; body?: string }
  | typeof hang;

type Protocol = Asked["protocol"];
type Answering = (asked: Asked, count: number) => Answer | Promise<Answer>;

/** What to answer so that the connection stays open without an answer. */
export const hang = Symbol("hang");
/** Said by the stand-in unless a test says otherwise. */
export const usualTokens = { in: 20, out: 5 };

const fakeKey = "sk-very-secret-key-of-a-provider";

/** Starts a stand-in for the time of a test, and configures its models: `m`, and `v`, which takes images. */
export async function aModelServer(answering: Answering, protocol: Protocol = "chat") {
  const asked: Asked[] = [];
  const answered: Asked[] = [];
  let most = 0;
  let open = 0;
  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const question = read(protocol, request, JSON.parse(Buffer.concat(chunks).toString("utf8")));
    asked.push(question);
    most = Math.max(most, ++open);
    const answer = await answering(question, asked.length);
    open--;
    if (answer === hang) return;
    const { status, headers, body } = say(protocol, answer);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body, () => answered.push(question));
  }
  const onRequest = (request: unknown, response: unknown) => {
    respond(request as http.IncomingMessage, response as http.ServerResponse).catch(() =>
      (response as http.ServerResponse).destroy(),
    );
  };
  const server = protocol === "chat" ? http.createServer(onRequest) : http2.createServer(onRequest);
  const sessions = new Set<{ destroy(): void }>();
  server.on(protocol === "chat" ? "connection" : "session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("GRIDLESS_AI_MODELS", "m=model-1 v=model-2+images");
  vi.stubEnv("GRIDLESS_AI_URL", protocol === "chat" ? `${url}/v1` : "");
  vi.stubEnv("GRIDLESS_AI_KEY", fakeKey);
  vi.stubEnv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", url);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, asked, answered, key: fakeKey, mostAtOnce: () => most };
}

function read(protocol: Protocol, { headers, url = "" }: http.IncomingMessage, body: unknown): Asked {
  const about = { protocol, authorization: headers.authorization };
  if (protocol === "converse") {
    const { system, messages, inferenceConfig } = body as Omit<ConverseRequest, "modelId">;
    const content = messages?.[0]?.content ?? [];
    return {
      ...about,
      model: decodeURIComponent(url.split("/")[2] ?? ""),
      instructions: system?.[0]?.text ?? "",
      data: content.flatMap(({ text }) => text ?? []).join(""),
      images: content.filter(({ image }) => image).length,
      maxTokens: inferenceConfig?.maxTokens ?? 0,
    };
  }
  const { model, messages, max_tokens, max_completion_tokens } = body as {
    model: string;
    max_tokens?: number;
    max_completion_tokens?: number;
    messages: { content: string | { text?: string }[] }[];
  };
  const [system, user] = messages;
  const parts = typeof user?.content === "string" ? [{ text: user.content }] : (user?.content ?? []);
  return {
    ...about,
    model,
    instructions: String(system?.content),
    data: parts.map(({ text = "" }) => text).join(""),
    images: parts.filter(({ text }) => text === undefined).length,
    maxTokens: max_tokens ?? max_completion_tokens ?? 0,
    limit: max_tokens === undefined ? "max_completion_tokens" : "max_tokens",
  };
}

function say(protocol: Protocol, answer: Exclude<Answer, typeof hang>) {
  if (typeof answer === "object" && "status" in answer) return { headers: {}, body: "", ...answer };
  const {
    text,
    tokens,
    stop = "end",
  } = typeof answer === "string" ? said(answer) : { ...said(""), ...answer };
  const { in: inputTokens, out: outputTokens } = tokens ?? usualTokens;
  const chat = {
    choices: [{ message: { role: "assistant", content: text }, finish_reason: finishReasons[stop] }],
    ...(tokens !== null && { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } }),
  };
  const converse: ConverseResponse = {
    output: { message: { role: "assistant", content: [{ text }] } },
    stopReason: stopReasons[stop],
    usage:
      tokens === null ? undefined : { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    metrics: { latencyMs: 1 },
  };
  return { status: 200, headers: {}, body: JSON.stringify(protocol === "chat" ? chat : converse) };
}

const finishReasons = { end: "stop", declined: "content_filter", cut: "length" };
const stopReasons = { end: "end_turn", declined: "content_filtered", cut: "max_tokens" } as const;

const said = (text: string): Exclude<Answer, string | { status: number } | typeof hang> => ({ text });
