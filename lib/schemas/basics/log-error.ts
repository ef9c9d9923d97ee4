/*
 * An error as the log may show it, with its causes. Only what is listed here: the store's errors carry the items that a
 * condition met, and messages quote what was sent.
 */
interface Shown {
  name: string;
  code?: string;
  message?: string;
  /** Of an answer of AWS. */
  status?: number;
  awsRequestId?: string;
  at?: string[];
  cause?: Shown;
}

interface Known extends Error {
  code?: unknown;
  $metadata?: { httpStatusCode?: number; requestId?: string };
}

/** Their messages show values without quoting them: `Invalid time zone specified: Mars`. */
const outspoken = /^(SyntaxError|RangeError|URIError|\$?Zod\w*|ValidationException)$/;

export function shown(error: unknown, depth = 0): Shown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, message, stack = "", cause, $metadata } = error as Known;
  const { httpStatusCode, requestId } = $metadata ?? {};
  return {
    name,
    ...(typeof code === "string" && { code }),
    ...(message && !outspoken.test(name) && { message: withoutQuotes(message) }),
    ...(httpStatusCode !== undefined && { status: httpStatusCode }),
    ...(requestId !== undefined && { awsRequestId: requestId }),
    at: frames(stack, message),
    ...(cause !== undefined && depth < 4 && { cause: shown(cause, depth + 1) }),
  };
}

/** What stands between quotes is somebody's; from a quote that is not closed on, all is. */
const withoutQuotes = (message: string) =>
  message.replace(/(["'`])(?:(?!\1).)*(?:\1|$)/gs, "$1…$1").slice(0, 300);

/** The stack begins with the message, which may look like a frame itself. */
const frames = (stack: string, message: string): string[] => {
  const begin = message ? stack.indexOf(message) + message.length : 0;
  return [...stack.slice(begin).matchAll(/^ +at (.+)$/gm)].slice(0, 12).map(([, frame = ""]) => frame);
};
