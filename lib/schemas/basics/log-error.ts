/*
 * An error with its causes, as the log may show it. Only the members below: errors of the store hold the items that failed a
 * condition, and messages quote user input.
 */
interface Shown {
  name: string;
  code?: string;
  message?: string;
  /** The HTTP status of an AWS response. */
  status?: number;
  awsRequestId?: string;
  at?: string[];
  cause?: Shown;
}

interface Known extends Error {
  code?: unknown;
  $metadata?: { httpStatusCode?: number; requestId?: string };
}

/** The messages of these errors contain values without quotes: `Invalid time zone specified: Mars`. */
const unquotedMessages = /^(SyntaxError|RangeError|URIError|\$?Zod\w*|ValidationException)$/;

/** The members of an error that may be logged; up to four levels of causes. */
export function shown(error: unknown, depth = 0): Shown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, message, stack = "", cause, $metadata } = error as Known;
  const { httpStatusCode, requestId } = $metadata ?? {};
  return {
    name,
    ...(typeof code === "string" && { code }),
    ...(message && !unquotedMessages.test(name) && { message: withoutQuotes(message) }),
    ...(httpStatusCode !== undefined && { status: httpStatusCode }),
    ...(requestId !== undefined && { awsRequestId: requestId }),
    at: frames(stack, message),
    ...(cause !== undefined && depth < 4 && { cause: shown(cause, depth + 1) }),
  };
}

/** Removes text between quotes, which is user input. An unclosed quote removes everything after it. */
const withoutQuotes = (message: string) =>
  message.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, ([quote = ""]) => `${quote}…${quote}`).slice(0, 300);

/** The frames after the message: the stack begins with the message, which may look like a frame. */
const frames = (stack: string, message: string): string[] => {
  const begin = message ? stack.indexOf(message) + message.length : 0;
  return [...stack.slice(begin).matchAll(/^ +at (.+)$/gm)].slice(0, 12).map(([, frame = ""]) => frame);
};
