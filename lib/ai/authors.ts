/* Language models as authors of cells: no user has these ids. */
import { createHash } from "node:crypto";
import type { UserId } from "#lib/schemas/basics/ids";
import { configuredModels } from "./models.ts";

const start = "usrAiModel";

/** The author of cells that a model with this key fills. */
export const authorId = (modelKey: string): UserId =>
  `${start}${createHash("sha256").update(modelKey).digest("hex").slice(0, 9)}` as UserId;

/** The models among these ids, also those that are no longer configured. */
export const modelAuthors = (ids: string[]): { id: UserId; name: string }[] =>
  ids.filter(isModelAuthor).map((id) => {
    const model = configuredModels().find(({ key }) => authorId(key) === id);
    return { id: id as UserId, name: model ? `Model ${model.key}` : "A language model" };
  });

/** Whether this is the id of a model. */
export const isModelAuthor = (id: string | undefined): boolean => id?.startsWith(start) === true;
