/* The quick start: a token, then three calls that work as they stand, each with a button that makes it. */
import { type Html, html } from "#lib/pages/parts/html";
import { codeBlock, samples } from "./code.ts";
import { compactJson } from "./compact-json.ts";
import { readShellFunctions } from "./guides.ts";
import { literalOf } from "./samples.ts";

interface Step {
  id: string;
  title: string;
  text: string;
  method: string;
  path: string;
  body?: unknown;
}

const steps: readonly Step[] = [
  {
    id: "who",
    title: "Ask who you are",
    text: "The shortest call there is. A 200 means that your token works.",
    method: "GET",
    path: "/auth/user",
  },
  {
    id: "create",
    title: "Make a table",
    text: "One call makes the table with its fields and first records. The answer has their ids.",
    method: "POST",
    path: "/base/{baseId}/table",
    body: {
      name: "Things",
      fields: [
        // the examples of the reference name these fields, so that they work with this table
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Count" },
        {
          type: "singleSelect",
          name: "Status",
          options: { choices: [{ name: "light" }, { name: "heavy" }] },
        },
      ],
      records: [
        { fields: { Name: "Feather", Count: 5, Status: "light" } },
        { fields: { Name: "Anvil", Count: 1, Status: "heavy" } },
      ],
    },
  },
  {
    id: "list",
    title: "List what is light",
    text: "A filter is JSON in the query. The answer is a page of records.",
    method: "GET",
    path: '/table/{tableId}/record?filter={"conjunction":"and","filterSet":[{"fieldId":"Status","operator":"is","value":"light"}]}',
  },
  {
    id: "add",
    title: "Add a record",
    text: "Fields are named as people see them. All records of a call are written, or none.",
    method: "POST",
    path: "/table/{tableId}/record",
    body: { records: [{ fields: { Name: "Leaf", Status: "light" } }] },
  },
];

/** The section at the top of the page. */
export const showQuickStart = (): Html => html`<section id="quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title">Quick start</h2>
<form class="token-box" id="token" autocomplete="off">
<label for="token-input">Your access token</label>
<div class="row"><input id="token-input" class="token-input" type="password" spellcheck="false" autocapitalize="none" autocomplete="off" placeholder="gridless_acc…" aria-describedby="token-state"><button type="button" class="quiet show-token" aria-pressed="false">Show</button></div>
<p id="token-state" class="token-state" role="status">Paste a token to try calls on this page.</p>
<p class="note"><code>npm start</code> prints a link to this page that fills it in. On a deployed service, <a href="account/token">make one</a> in your account. It stays in this tab, and is sent to this service only.</p>
<p class="base-choice" hidden><label for="base-input">The base that the examples use</label><select id="base-input"></select></p>
</form>
<ol class="steps">${steps.map(showStep)}</ol>
<h3 id="terminal">In a terminal</h3>
<p>The <a href="#guide-authentication">guides</a> below use these variables and two short functions: <code>api</code> makes a call, <code>member</code> takes a part out of an answer. They need bash, curl and node. Copy them into a terminal first.</p>
${codeBlock(`url="…"\ntoken="…"\nbaseId="…"\n${readShellFunctions()}`, "terminal", "bash")}
</section>`;

const showStep = ({
  id,
  title,
  text,
  method,
  path,
  body,
}: Step) => html`<li class="step" id="step-${id}" data-method="${method}" data-path="${path}">
<h3>${title}</h3><p>${text}</p>
${samples({ curl: curlOf(method, path, body), typescript: typescriptOf(method, path, body) })}
${body !== undefined && html`<pre class="body-example" hidden>${JSON.stringify(body)}</pre>`}
<button type="button" class="run">Run</button> <span class="run-note" role="status"></span>
<div class="answer" hidden></div></li>`;

const named = (path: string, variable: (name: string) => string) =>
  path.replaceAll(/\{(\w+Id)\}/g, (_, name: string) => variable(name));

function curlOf(method: string, path: string, body: unknown): string {
  const [plain = "", query] = path.split("?filter=");
  const parts = [
    `curl ${query ? "-G " : ""}"$url${named(plain, (name) => `$${name}`)}"`,
    `-H "authorization: Bearer $token"`,
    query && `--data-urlencode 'filter=${query}'`,
    body !== undefined && method !== "POST" && `-X ${method}`,
    body !== undefined && `-H "content-type: application/json"`,
    body !== undefined && `-d '${compactJson(body)}'`,
  ];
  return parts.filter(Boolean).join(" \\\n  ");
}

function typescriptOf(method: string, path: string, body: unknown): string {
  const [plain = "", query] = path.split("?filter=");
  const target = `\`\${url}${named(plain, (name) => `\${${name}}`)}${query ? "?filter=$" + "{encodeURIComponent(JSON.stringify(filter))}" : ""}\``;
  return [
    query && `const filter = ${literalOf(JSON.parse(query))};`,
    `const answer = await fetch(${target}, {`,
    method !== "GET" && `  method: "${method}",`,
    `  headers: { authorization: \`Bearer \${token}\`${body !== undefined ? `, "content-type": "application/json"` : ""} },`,
    body !== undefined && `  body: JSON.stringify(${literalOf(body).replaceAll("\n", "\n  ")}),`,
    "});",
    "console.log(answer.status, await answer.json());",
  ]
    .filter(Boolean)
    .join("\n");
}
