/*
 * A call of this service as a program in four languages. The token is read from the environment, unless the call brings it. What is not known
 * of the path stays a variable.
 *
 *   { operation, method, path: "/table/{tableId}/record", query: [[name, text]], body, needs, answers, values: { url, tableId … }, token }
 */
import { clientSample } from "./client-sample.js";
import { jsonOf, pythonOf, queryParts, quoted, scriptOf } from "./literals.js";

/** The languages in the order of their tabs: a short name → its title and what writes a call in it. */
export const languages = {
  curl: { title: "curl", write: curlSample },
  ts: { title: "TypeScript", write: (call) => (hasClient(call) ? clientSample(call) : fetchSample(call)) },
  python: { title: "Python", write: pythonSample },
  fetch: { title: "fetch", write: fetchSample },
};

/** Our client sends a token and reads JSON. */
const hasClient = ({ needs, answers }) => needs === "token" && answers !== "other";

const lines = (all, separator = "\n") => all.filter(Boolean).join(separator);

/** The path with what is known; `variable` writes what is not. */
const filled = ({ path, values }, variable) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    values[name] ? encodeURIComponent(values[name]) : variable(name),
  );
const isFilled = ({ path, values }) =>
  Boolean(values.url) && [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name]);

/** In single quotes a shell changes nothing. */
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlSample(call) {
  const { method, query, body, needs, values, token } = call;
  const base = values.url?.replaceAll(/["$`\\]/g, "\\$&") ?? "$url";
  const hasBody = body !== undefined;
  // with -G all data goes into the address
  const inAddress = hasBody && query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  return lines(
    [
      `curl ${query.length > 0 && !hasBody ? "-G " : ""}${method === "GET" ? "" : `-X ${method} `}"${base}${filled(call, (name) => `$${name}`)}${inAddress}"`,
      needs === "token" &&
        (token
          ? `-H ${inShell(`authorization: Bearer ${token}`)}`
          : `-H "authorization: Bearer $GRIDLESS_TOKEN"`),
      needs === "session" && `-b cookies.txt`,
      needs === "session" && method !== "GET" && `-H "origin: ${base}"`,
      ...(hasBody
        ? []
        : query.map(([name, text]) => `--data-urlencode ${inShell(`${encodeURIComponent(name)}=${text}`)}`)),
      hasBody && `-H "content-type: application/json"`,
      hasBody && `-d ${inShell(jsonOf(body))}`,
    ],
    " \\\n  ",
  );
}

/** The address as JavaScript; `more` stands at its end. */
function scriptAddress(call, more = "") {
  if (isFilled(call) && !more) return quoted(call.values.url + filled(call));
  const base = call.values.url?.replaceAll(/[`$\\]/g, "\\$&") ?? "$" + "{url}";
  return `\`${base}${filled(call, (name) => `\${${name}}`)}${more}\``;
}

function fetchSample(call) {
  const { method, query, body, needs, answers, token } = call;
  const bearer = token ? quoted(`Bearer ${token}`) : "`Bearer $" + "{process.env.GRIDLESS_TOKEN}`";
  const headers = lines(
    [
      needs === "token" && `authorization: ${bearer}`,
      body !== undefined && `"content-type": "application/json"`,
    ],
    ", ",
  );
  const options = lines(
    [
      method !== "GET" && `method: "${method}",`,
      headers && `headers: { ${headers} },`,
      needs === "session" && `credentials: "include",`,
      body !== undefined && `body: JSON.stringify(${scriptOf(body, "  ")}),`,
    ],
    "\n  ",
  );
  const hasQuery = query.length > 0;
  const address = scriptAddress(call, hasQuery ? "?$" + "{query}" : "");
  return lines([
    hasQuery &&
      `const query = new URLSearchParams(${scriptOf(queryParts(query, "JSON.stringify", scriptOf))});`,
    `const answer = await fetch(${address}${options && `, {\n  ${options}\n}`});`,
    "if (!answer.ok) throw new Error(await answer.text());",
    answers === "json" && "console.log(await answer.json());",
    answers === "other" && "console.log(await answer.text());",
  ]);
}

/** Python takes no lists as pairs, but tuples. */
function pythonQuery(query) {
  const parts = queryParts(query, "json.dumps", pythonOf);
  if (!Array.isArray(parts)) return parts;
  return parts.map(
    ([name, value]) =>
      (indent) =>
        `(${quoted(name)}, ${pythonOf(value, indent)})`,
  );
}

function pythonSample(call) {
  const { method, query, body, needs, answers, values, token } = call;
  const hasQuery = query.length > 0;
  const isSession = needs === "session";
  const inFString = (text) => quoted(text).slice(1, -1).replaceAll(/[{}]/g, "$&$&");
  const address = isFilled(call)
    ? quoted(values.url + filled(call))
    : `f"${values.url ? inFString(values.url) : "{url}"}${filled(call, (name) => `{${name}}`)}"`;
  const bearer = token ? quoted(`Bearer ${token}`) : `"Bearer " + os.environ["GRIDLESS_TOKEN"]`;
  const headers = lines(
    [
      needs === "token" && `"authorization": ${bearer}`,
      isSession && method !== "GET" && `"origin": ${values.url ? quoted(new URL(values.url).origin) : "url"}`,
      body !== undefined && `"content-type": "application/json"`,
    ],
    ", ",
  );
  const more = lines(
    [
      `method="${method}",`,
      headers && `headers={${headers}},`,
      body !== undefined && `data=json.dumps(${pythonOf(body, "    ")}).encode(),`,
    ],
    "\n    ",
  );
  const code = lines([
    hasQuery && `query = urllib.parse.urlencode(${pythonOf(pythonQuery(query))})`,
    `request = urllib.request.Request(\n    ${address}${hasQuery ? ' + "?" + query' : ""},\n    ${more}\n)`,
    isSession && 'cookies = http.cookiejar.MozillaCookieJar("cookies.txt")\ncookies.load()',
    isSession && "opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))",
    `with ${isSession ? "opener.open" : "urllib.request.urlopen"}(request) as answer:`,
    `    print(${answers === "json" ? "json.load(answer)" : answers === "other" ? "answer.read().decode()" : "answer.status"})`,
  ]);
  const modules = ["http.cookiejar", "json", "os", "urllib.parse", "urllib.request"];
  return `${lines(modules.map((name) => code.includes(`${name}.`) && `import ${name}`))}\n\n${code}`;
}
