/* Visitors read files by their addresses. A token would allow adding the file to records, so they get none. */

/** The value of a cell without the tokens of its files. */
export const withoutTokens = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each) => (isFile(each) ? withoutToken(each) : each)) : value;

const isFile = (value: unknown): value is { token: string; mimetype: string } =>
  typeof value === "object" && value !== null && "token" in value && "mimetype" in value;
const withoutToken = ({ token: _, ...file }: { token: string }) => file;
