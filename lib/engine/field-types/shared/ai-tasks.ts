/** The tasks of a language model (the `type` of an aiConfig) for each kind of field. */
export const aiTasksOf = {
  text: ["extraction", "summary", "translation", "improvement", "customization"],
  oneChoice: ["classification", "customization"],
  choices: ["tag", "customization"],
  number: ["rating", "customization"],
  date: ["extraction", "customization"],
  files: ["imageGeneration", "customization"],
} as const;

/** A kind of field: fields of the same kind have the same aiConfig. */
export type AiUse = keyof typeof aiTasksOf;
export type AiTask = (typeof aiTasksOf)[AiUse][number];
