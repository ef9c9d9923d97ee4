/*
 * When a form is refused, it is shown again with the typed values and the errors. An error that the form cannot fix (permissions,
 * origin of the request, a server error) gets an error page.
 */
import type { Event, Incoming } from "#lib/http/call";
import type { Failure, Page } from "#lib/http/definition";
import { pageResult } from "#lib/http/encodings/other-answers";
import { parseQuery } from "#lib/http/receive";
import { AppError, type ErrorCode, type Issue } from "#lib/schemas/basics/error";
import { errorPage } from "./error-page.ts";
import type { Problem, Shown } from "./forms.ts";

/** The errors that a form can fix, and the field of each if the error has no issues. */
const faults: Partial<Record<ErrorCode, string | undefined>> = {
  validation_error: undefined,
  invalid_credentials: "password",
  unauthorized_share: "password",
  conflict: "email",
  too_many_requests: undefined,
};

/** Handles the failure of a form: `show` makes the page with the form, and may read from the store for that. */
export const formFailure =
  (show: (shown: Shown, event: Incoming) => Page | Promise<Page>): Failure =>
  async (error, event) => {
    if (!(error.code in faults)) return errorPage(error, event);
    try {
      const page = await show(await showAgain(error, event), event);
      const { requestId } = event.requestContext;
      const answer = pageResult({ ...page, status: error.status }, requestId);
      return { ...answer, headers: { ...error.headers, ...answer.headers } };
    } catch (cause) {
      return errorPage(cause instanceof AppError ? cause : error, event);
    }
  };

const showAgain = async (error: AppError, event: Event): Promise<Shown> => ({
  values: await readTyped(event),
  query: parseQuery(event.rawQueryString),
  problem: problemOf(error),
});

/** The texts that were typed. Files must be chosen again: a page cannot fill them in. */
async function readTyped({ headers, body = "", isBase64Encoded }: Event): Promise<Shown["values"]> {
  const type = headers["content-type"] ?? "";
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (type.startsWith("application/x-www-form-urlencoded")) return parseQuery(bytes.toString());
  if (!type.startsWith("multipart/form-data")) return {};
  const { parseMultipart } = await import("#lib/http/multipart");
  const parts = await parseMultipart(bytes, type).catch(() => ({}));
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      [value].flat().filter((each) => typeof each === "string"),
    ]),
  );
}

function problemOf({ status, code, message, data }: AppError): Problem {
  const issues = (data?.["issues"] ?? []) as Issue[];
  const named = issues.map(
    ({ path, message }) => [(path.split(/[.[]/)[0] ?? "") as string, message] as const,
  );
  const at = faults[code];
  const fields = named.length > 0 ? named.toReversed() : at ? [[at, undefined] as const] : [];
  // the first message of each field, in the order of the issues
  return { status, message, fields: new Map([...new Map(fields)].toReversed()) };
}
