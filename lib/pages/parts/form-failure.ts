/*
 * A form that was refused is shown again, with what was typed and what is wrong. What is no fault of the form – who asks, from
 * where, or we – is an error page.
 */
import type { Event, Incoming } from "#lib/http/call";
import type { Failure, Page } from "#lib/http/definition";
import { queryOf } from "#lib/http/receive";
import { pageResult } from "#lib/http/respond";
import { AppError, type ErrorCode, type Issue } from "#lib/schemas/basics/error";
import { errorPage } from "./error-page.ts";
import type { Problem, Shown } from "./forms.ts";

/** Faults of a form, and the field that each is about where no issue says so. */
const faults: Partial<Record<ErrorCode, string | undefined>> = {
  validation_error: undefined,
  invalid_credentials: "password",
  unauthorized_share: "password",
  conflict: "email",
  too_many_requests: undefined,
};

/** Shows the form again by a page that may have to read something first. */
export const formFailure =
  (show: (shown: Shown, event: Incoming) => Page | Promise<Page>): Failure =>
  async (error, event) => {
    if (!(error.code in faults)) return errorPage(error, event);
    try {
      const page = await show(shownAgain(error, event), event);
      const { requestId } = event.requestContext;
      const answer = pageResult({ ...page, status: error.status }, requestId);
      return { ...answer, headers: { ...error.headers, ...answer.headers } };
    } catch (cause) {
      return errorPage(cause instanceof AppError ? cause : error, event);
    }
  };

const shownAgain = (error: AppError, event: Event): Shown => ({
  values: typedIn(event),
  query: queryOf(event.rawQueryString),
  problem: problemOf(error),
});

function typedIn({ headers, body = "", isBase64Encoded }: Event): Shown["values"] {
  if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return {};
  return queryOf(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);
}

function problemOf({ status, code, message, data }: AppError): Problem {
  const issues = (data?.["issues"] ?? []) as Issue[];
  const named = issues.map(
    ({ path, message }) => [(path.split(/[.[]/)[0] ?? "") as string, message] as const,
  );
  const at = faults[code];
  const fields = named.length > 0 ? named.toReversed() : at ? [[at, undefined] as const] : [];
  // of several about one part the first is enough, and the first part comes first
  return { status, message, fields: new Map([...new Map(fields)].toReversed()) };
}
