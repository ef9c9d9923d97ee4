/* Hints for parameters that other interfaces have: which of ours does the same. */

const hints = {
  take: "the page size is take",
  skip: "the start of a page is skip, or the cursor of the page before",
  orderBy: "the sort is orderBy",
  projection: "the list of fields is projection",
  filter: "the condition is filter",
};

const synonyms = new Map<string, keyof typeof hints>([
  ["limit", "take"],
  ["pageSize", "take"],
  ["offset", "skip"],
  ["page", "skip"],
  ["sort", "orderBy"],
  ["fields", "projection"],
  ["where", "filter"],
]);

const mark = "hints: ";

/** Parameters of `z.strictObject` for a query with these members: `explainUnknown` then names them for their synonyms. */
export const hintAt = (...members: (keyof typeof hints)[]) => ({
  error: ({ code }: { code?: string }) =>
    code === "unrecognized_keys" ? mark + members.join(" ") : undefined,
});

/** The message for an unknown key. zod has one message for all unknown keys of an object: the message of `hintAt`, or `message`. */
export function explainUnknown(key: string, message: string): string {
  if (!message.startsWith(mark)) return message;
  const meant = synonyms.get(key);
  const isThere = meant !== undefined && message.slice(mark.length).split(" ").includes(meant);
  return isThere ? `unknown parameter; ${hints[meant]}` : "is unknown";
}
