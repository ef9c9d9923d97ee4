/** What a language model may do to fill a cell of a kind of field, by the `type` of its aiConfig. */
export const aiTasksOf = {
  text: ["extraction", "summary", "translation", "improvement", "customization"],
  oneChoice: ["classification", "customization"],
  choices: ["tag", "customization"],
  number: ["rating", "customization"],
  date: ["extraction", "customization"],
  files: ["imageGeneration", "customization"],
} as const;

/** Kinds of fields whose aiConfig is the same. */
export type AiUse = keyof typeof aiTasksOf;
export type AiTask = (typeof aiTasksOf)[AiUse][number];
