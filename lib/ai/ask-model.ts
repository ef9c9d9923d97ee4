/*
 * Asks a language model. Two providers speak behind one interface: a server with the OpenAI chat protocol, if GRIDLESS_AI_URL names one,
 * otherwise Amazon Bedrock. Each is loaded when it is first asked.
 *
 * What a provider says of an error is never shown: it may repeat the key, or the prompt.
 */
import { noModel } from "./models.ts";
import type { Question, Reply } from "./provider.ts";

/** Asks a model a question. It does not throw for what a provider does. */
export async function askModel(question: Question): Promise<Reply> {
  if (process.env["GRIDLESS_AI_URL"]) {
    const { askChat } = await import("./chat-protocol.ts");
    return askChat(process.env["GRIDLESS_AI_URL"], process.env["GRIDLESS_AI_KEY"] ?? "", question);
  }
  // a constant in the bundles: without models no bundle has the client of Bedrock, and no function the permission
  if (process.env["GRIDLESS_AI_MODELS"]) {
    const { askBedrock } = await import("./bedrock.ts");
    return askBedrock(question);
  }
  return { trouble: "setup", message: noModel };
}
