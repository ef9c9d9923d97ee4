/*
 * Asks a model for a base: within its tokens, and once a day for the same question.
 *
 *  entity    pk         sk             cost
 *  aiAnswer  AI#<base>  ANSWER#<hash>  get 1 RCU for each 4 KB, put 1 WCU for each KB; kept a day
 */

import { createHash } from "node:crypto";
import { askModel } from "#lib/ai/ask-model";
import { dailyTokens } from "#lib/ai/models";
import type { Question, Reply } from "#lib/ai/provider";
import type { BaseId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { putItems } from "#lib/store/batch-writes";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item, type Key, keyText } from "#lib/store/store";
import { countTokens, holdTokens, nextDay } from "./tokens.ts";

interface AnswerItem extends Item {
  text: string;
  expiresAt: number;
}

/**
 * text     what the model said
 * failed   this question has no answer
 * wait     ask again later, after so many seconds if they are known; at the latest at that time
 * end      no question is answered until something else changes, or until that time
 */
export type Said =
  | { text: string }
  | { failed: string }
  | { wait: string; seconds?: number; isLate?: true; until?: string }
  | { end: string; until?: string };

/** The questions of this process that are not answered yet. */
const asking = new Map<string, Promise<Said>>();

/** The reply of the model to a question, from now or from earlier on the same day. */
export function ask(baseId: BaseId, question: Question): Promise<Said> {
  const key = { pk: `AI#${baseId}`, sk: `ANSWER#${hashOf(question)}` };
  const text = keyText(key);
  const said = asking.get(text) ?? askOnce(baseId, key, question).finally(() => asking.delete(text));
  asking.set(text, said);
  return said;
}

async function askOnce(baseId: BaseId, key: Key, question: Question): Promise<Said> {
  const now = new Date().toISOString();
  const known = await getItem<AnswerItem>(key);
  if (known && isUnexpired(known, now)) return { text: known.text };

  const most = mostTokensOf(question);
  // otherwise it would wait for ever, and all questions behind it
  if (most > dailyTokens()) return { failed: "The question may take more tokens than a base has in a day" };
  const held = await holdTokens(baseId, most, now);
  if (held === "spent")
    return {
      end: `The base has used its tokens of this day; there are new ones at ${nextDay(now)}`,
      until: nextDay(now),
    };
  if (held === "held")
    return {
      ...{ wait: "The tokens of this day are held by other questions", seconds: 5 },
      // tokens that a killed turn reserved stay reserved for the day
      until: nextDay(now),
    };
  const reply = await askModel(question);
  await countTokens(baseId, held, tookOf(reply, held.tokens));
  if (reply.trouble === undefined) await keep(key, reply.text, now);
  return saidBy(reply);
}

/** An answer that is longer is asked for again. */
const keptCharacters = 50_000;

async function keep(key: Key, text: string, now: string): Promise<void> {
  if (text.length > keptCharacters) return;
  const expiresAt = expiryIn(secondsPerDay, now);
  await putItems([{ ...key, entity: "aiAnswer", version: 1, text: text.toWellFormed(), expiresAt } as Item]);
}

function hashOf({ model, instructions, data, images, maxTokens }: Question): string {
  const hash = createHash("sha256").update(JSON.stringify([model.id, instructions, data, maxTokens]));
  for (const { bytes } of images) hash.update(createHash("sha256").update(bytes).digest());
  return hash.digest("base64url");
}

/** The most tokens of an image, with the known providers. */
const tokensOfImage = 5000;
/** The tokens that a provider adds around the texts. */
const tokensAround = 200;

/** The most tokens that a question can use: no token is shorter than a byte. */
const mostTokensOf = ({ instructions, data, images, maxTokens }: Question) =>
  Buffer.byteLength(instructions) +
  Buffer.byteLength(data) +
  images.length * tokensOfImage +
  maxTokens +
  tokensAround;

/** The tokens that a reply used. Without a count it is the number that was reserved, because the model may have worked. A refusal used none. */
function tookOf(reply: Reply, held: number) {
  if ("tokens" in reply && reply.tokens) return reply.tokens;
  const isRefused = reply.trouble === "busy" || reply.trouble === "setup";
  return isRefused ? { in: 0, out: 0 } : { in: held, out: 0 };
}

function saidBy(reply: Reply): Said {
  switch (reply.trouble) {
    case undefined:
      return { text: reply.text };
    case "cell":
      return { failed: reply.message };
    case "late":
      return { wait: reply.message, isLate: true };
    case "busy":
      return { wait: reply.message, ...(reply.retryAfter && { seconds: reply.retryAfter }) };
    case "setup":
      return { end: reply.message };
  }
}
