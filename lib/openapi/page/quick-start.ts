/* The quick start: a token, then three calls that work as they stand, each with a button that makes it. */
import { type Html, html } from "#lib/pages/parts/html";
import { codeBlock, sample } from "./code.ts";
import { readShellFunctions } from "./guides.ts";
import { curlOf } from "./samples.ts";

interface Step {
  id: string;
  operation: string;
  title: string;
  text: string;
  method: string;
  path: string;
  query?: [name: string, text: string][];
  body?: unknown;
}

const light = {
  conjunction: "and",
  filterSet: [{ fieldId: "Status", operator: "is", value: "light" }],
};

const steps: readonly Step[] = [
  {
    id: "who",
    operation: "getUser",
    title: "Ask who you are",
    text: "The shortest call there is. A 200 means that your token works.",
    method: "GET",
    path: "/auth/user",
  },
  {
    id: "create",
    operation: "createTable",
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
    operation: "listRecords",
    title: "List what is light",
    text: "A filter is JSON in the query. The answer is a page of records.",
    method: "GET",
    path: "/table/{tableId}/record",
    query: [["filter", JSON.stringify(light)]],
  },
  {
    id: "add",
    operation: "createRecords",
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
<div class="choices"><p hidden><label for="base-input">Your base</label><select id="base-input"></select></p>
<p hidden><label for="table-input">Your table</label><select id="table-input"></select></p></div>
<p id="table-state" role="status"></p>
<p class="note" hidden><label class="check"><input type="checkbox" id="writes-token"> Write the token into the samples</label> Otherwise they read it from the environment variable <code>GRIDLESS_TOKEN</code>.</p>
</form>
<ol class="steps">${steps.map(showStep)}</ol>
<h3 id="terminal">In a terminal</h3>
<p>The <a href="#guide-authentication">guides</a> below use these variables and two short functions: <code>api</code> makes a call, <code>member</code> takes a part out of an answer. They need bash, curl and node. Copy them into a terminal first.</p>
${codeBlock(`url="…"\ntoken="…"\nbaseId="…"\nexport GRIDLESS_TOKEN="$token"\n${readShellFunctions()}`, "terminal", "bash")}
</section>`;

const showStep = ({ id, operation, title, text, method, path, query = [], body }: Step) => {
  const call = { operation, method, path, query, body, needs: "token", answers: "json" } as const;
  return html`<li class="step" id="step-${id}" data-operation="${operation}" data-method="${method}" data-path="${path}" data-query="${JSON.stringify(query)}" data-needs="token" data-answers="json">
<h3>${title}</h3><p>${text}</p>
${sample(curlOf(call))}
${body !== undefined && html`<pre class="body-example" hidden>${JSON.stringify(body)}</pre>`}
<button type="button" class="run">Run</button> <span class="run-note" role="status"></span>
<div class="answer" hidden></div></li>`;
};
