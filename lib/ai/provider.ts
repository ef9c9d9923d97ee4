/* What providers of language models have in common: questions, replies, and what goes wrong. */
import type { Model } from "./models.ts";

export interface Image {
  format: "png" | "jpeg" | "gif" | "webp";
  bytes: Buffer;
}

export interface Question {
  model: Model;
  /** What the model has to do. */
  instructions: string;
  /** The data that it works on. */
  data: string;
  images: Image[];
  /** The most tokens of its answer. */
  maxTokens: number;
  /** Milliseconds until the complete answer. */
  within: number;
}

/**
 * busy   the provider cannot answer now: ask again later
 * late   no complete answer in time
 * cell   this question cannot be answered: others can
 * setup  no question can be answered until the operator changes something
 */
export type Trouble = "busy" | "late" | "cell" | "setup";

export interface Answered {
  trouble?: undefined;
  text: string;
  /** As the provider counted them; absent if it did not. */
  tokens?: Tokens;
}

export interface Tokens {
  in: number;
  out: number;
}

export interface NotAnswered {
  trouble: Trouble;
  /** A sentence without anything that the provider said. */
  message: string;
  /** Seconds that the provider asked to wait. */
  retryAfter?: number;
  /** The tokens of an answer that cannot be used. */
  tokens?: Tokens;
}

export type Reply = Answered | NotAnswered;

/** The most bytes of an answer. */
export const answerBytes = 1024 * 1024;

/** The meaning of a status that is no success. */
export function troubleOf(status: number): NotAnswered {
  const said = `the model answered with status ${status}`;
  if (status === 429 || status === 408 || status >= 500) return { trouble: "busy", message: said };
  if (status === 400 || status === 413 || status === 422) return { trouble: "cell", message: said };
  return { trouble: "setup", message: `${said}; its address, key or name may be wrong` };
}

export const cannotRead: NotAnswered = {
  trouble: "cell",
  message: "the model gave something that is no answer",
};
export const wasDeclined = (tokens?: Tokens): NotAnswered => ({
  trouble: "cell",
  message: "the model declined to answer",
  ...(tokens && { tokens }),
});
/** Half a text is not written as if it were the whole. */
export const wasCut = (maxTokens: number, tokens?: Tokens): NotAnswered => ({
  trouble: "cell",
  message: `the answer of the model has more than ${maxTokens} tokens`,
  ...(tokens && { tokens }),
});
export const tooLong: NotAnswered = {
  trouble: "cell",
  message: `the answer of the model has more than ${answerBytes} bytes`,
};
export const tooLate = (milliseconds: number): NotAnswered => ({
  trouble: "late",
  message: `the model did not answer within ${Math.ceil(milliseconds / 1000)} s`,
});
