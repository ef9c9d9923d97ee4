/* What a sample needs to know of an operation: the scripts of the page write it in all languages (lib/docs/browser/languages.js). */
import type { Operation, Parameter } from "#lib/openapi/shape";
import { languages } from "../../docs/browser/languages.js";

interface Call {
  operation: string;
  method: string;
  path: string;
  needs: "token" | "session" | "none";
  answers: "json" | "other" | "nothing";
  query: [name: string, text: string][];
  body?: unknown;
}

/** A call with curl; `$url` and ids are variables. */
export const curlOf = (call: Call): string => languages.curl.write({ ...call, values: {}, token: "" });

/** The call of an operation, with the first example of its body. */
export function callOf(method: string, path: string, operation: Operation): Call {
  const body = exampleBodyOf(operation);
  return {
    ...{ operation: operation.operationId, method, path },
    needs: credentialOf(operation),
    answers: answersOf(operation),
    query: queryOf(operation),
    ...(body !== undefined && { body }),
  };
}

/** Required parameters of the query, with an example. */
function queryOf({ parameters = [] }: Operation): Call["query"] {
  const required = parameters.filter((each) => each.in === "query" && each.required);
  return required.flatMap((each) => {
    const example = exampleFor(each) ?? "…";
    return [example].flat().map((one): [string, string] => [each.name, String(one)]);
  });
}

/** An example of a parameter, from its schema; undefined if there is none. */
export function exampleFor({ schema }: Parameter): unknown {
  const [example] = (schema["examples"] as unknown[] | undefined) ?? [];
  return example ?? schema.enum?.[0] ?? schema.const;
}

/** What an operation is called with: a token, the session of a browser, or nothing. */
export function credentialOf({ security }: Operation): Call["needs"] {
  if (security.some((each) => "bearer" in each)) return "token";
  const onlySession =
    security.some((each) => "session" in each) && !security.some((each) => Object.keys(each).length === 0);
  return onlySession ? "session" : "none";
}

/** What a program reads of a success. */
export function answersOf({ responses }: Operation): Call["answers"] {
  const types = Object.entries(responses).flatMap(([status, response]) =>
    /^[23]/.test(status) && "content" in response ? Object.keys(response.content ?? {}) : [],
  );
  if (types.length === 0) return "nothing";
  return types[0] === "application/json" ? "json" : "other";
}

/** The first example of the JSON body; undefined if the operation takes none. */
export function exampleBodyOf({ requestBody }: Operation): unknown {
  const media = requestBody?.content["application/json"];
  const [first] = Object.values(media?.examples ?? {});
  return first ? first.value : media?.example;
}
