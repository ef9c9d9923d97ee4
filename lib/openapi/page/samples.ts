/* An operation as a call with curl and with `fetch` in TypeScript. `url`, `token` and ids are variables; copying fills in what is known. */
import type { Operation, Parameter } from "#lib/openapi/shape";
import type { Samples } from "./code.ts";
import { compactJson } from "./compact-json.ts";

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The call of an operation, with the first example of its body. */
export function samplesOf(call: Call): Samples {
  return { curl: curlOf(call), typescript: typescriptOf(call) };
}

function curlOf({ method, path, operation }: Call): string {
  const target = `$url${path.replaceAll(/\{(\w+)\}/g, "$$$1")}${queryOf(operation)}`;
  const kind = credentialOf(operation);
  const body = exampleBodyOf(operation);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${target}"`,
    kind === "token" && `-H "authorization: Bearer $token"`,
    kind === "session" && `-b cookies.txt`,
    kind === "session" && method !== "GET" && `-H "origin: $url"`,
    body !== undefined && `-H "content-type: application/json"`,
    body !== undefined && `-d '${compactJson(body).replaceAll("'", "'\\''")}'`,
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}

function typescriptOf({ method, path, operation }: Call): string {
  const target = `\${url}${path.replaceAll(/\{(\w+)\}/g, "$${$1}")}${queryOf(operation)}`;
  const kind = credentialOf(operation);
  const body = exampleBodyOf(operation);
  const headers = [
    kind === "token" && "authorization: `Bearer $" + "{token}`",
    body !== undefined && '"content-type": "application/json"',
  ].filter(Boolean);
  const options = [
    method !== "GET" && `method: "${method}",`,
    headers.length > 0 && `headers: { ${headers.join(", ")} },`,
    kind === "session" && `credentials: "include",`,
    body !== undefined && `body: JSON.stringify(${indented(literalOf(body))}),`,
  ].filter(Boolean);
  const call = `const answer = await fetch(\`${target}\`${options.length > 0 ? `, {\n  ${options.join("\n  ")}\n}` : ""});`;
  const hasJson = Object.entries(operation.responses).some(
    ([status, response]) =>
      status.startsWith("2") && "content" in response && response.content?.["application/json"],
  );
  const check = "if (!answer.ok) throw new Error(await answer.text());";
  return [call, check, hasJson && "const found = await answer.json();"].filter(Boolean).join("\n");
}

/** Required parameters of the query, with an example. */
function queryOf({ parameters = [] }: Operation): string {
  const required = parameters.filter((each) => each.in === "query" && each.required);
  const parts = required.map((each) => `${each.name}=${encodeURIComponent(String(exampleFor(each)))}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** An example of a parameter, from its schema. */
export function exampleFor({ name, schema }: Parameter): unknown {
  const [example] = (schema["examples"] as unknown[] | undefined) ?? [];
  return example ?? schema.enum?.[0] ?? schema.const ?? name;
}

/** What an operation is called with: a token, the session of a browser, or nothing. */
export function credentialOf({ security }: Operation): "token" | "session" | "none" {
  if (security.some((each) => "bearer" in each)) return "token";
  const onlySession =
    security.some((each) => "session" in each) && !security.some((each) => Object.keys(each).length === 0);
  return onlySession ? "session" : "none";
}

/** The first example of the JSON body; undefined if the operation takes none. */
export function exampleBodyOf({ requestBody }: Operation): unknown {
  const media = requestBody?.content["application/json"];
  const [first] = Object.values(media?.examples ?? {});
  return first ? first.value : media?.example;
}

/** JSON as a programmer writes it: names without quotes where they need none. */
export const literalOf = (value: unknown) =>
  compactJson(value).replaceAll(/(^\s*|\{ |, )"([A-Za-z_]\w*)":/gm, "$1$2:");
const indented = (text: string) => text.replaceAll("\n", "\n  ");
