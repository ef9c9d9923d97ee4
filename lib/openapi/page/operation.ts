/* One operation: a line that opens to its rules, parameters, body, answer and examples. The script adds the form that tries it. */
import type { MediaType, Operation, Parameter, Ref, Response } from "#lib/openapi/shape";
import { type Html, html } from "#lib/pages/parts/html";
import { jsonOf } from "../../docs/browser/literals.js";
import { codeBlock, sample } from "./code.ts";
import { renderMarkdown } from "./markdown.ts";
import { answersOf, callOf, credentialOf, curlOf, exampleBodyOf, exampleFor } from "./samples.ts";
import { bodyOf, type LookUp, member, typeWords } from "./schema.ts";

export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The line of an operation, and the details that it opens. Its id is the `operationId`. */
export function showOperation(placed: PlacedOperation, lookUp: LookUp): Html {
  const { method, path, operation } = placed;
  const { operationId, summary, description = "" } = operation;
  const verb = method.toLowerCase();
  return html`<details class="op" id="${operationId}" data-method="${method}" data-path="${path}" data-needs="${credentialOf(operation)}" data-answers="${answersOf(operation)}">
<summary><h4><span class="method ${verb}">${method}</span> <code class="path">${pathWithBreaks(path)}</code> <span class="title">${summary}</span></h4></summary>
<div class="op-body"><div class="rules"><p class="operation-id"><code>${operationId}</code><a class="anchor" href="#${operationId}" aria-label="Link to ${operationId}">#</a></p>
${renderMarkdown(description).html}
${parametersOf(operation)}${requestOf(operation, lookUp)}${listAnswers(operation, lookUp)}</div>
<div class="examples"><button type="button" class="try">Try it</button>${sample(curlOf(callOf(method, path, operation)))}${answerExample(operation)}</div></div>
</details>`;
}

/** A long path breaks after a slash. */
const pathWithBreaks = (path: string): Html =>
  html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;

const places = { path: "Path", query: "Query", header: "Headers" } as const;

function parametersOf({ parameters = [] }: Operation): Html {
  const groups = Map.groupBy(parameters, (each) => each.in);
  return html`${[...groups].map(([place, found]) => html`<h5>${places[place]}</h5><ul class="members parameters">${found.map(parameterOf)}</ul>`)}`;
}

const parameterOf = (parameter: Parameter) => {
  const { name, in: place, required, schema, description } = parameter;
  const example = place === "path" ? "" : String(exampleFor(parameter) ?? "");
  const isList = [schema.type].flat().includes("array");
  return html`<li data-name="${name}" data-in="${place}"${required && html` data-required`}${isList && html` data-list`}${
    example !== "" && html` data-example="${example}"`
  }>${member(name, schema, required, description)}</li>`;
};

function requestOf(operation: Operation, lookUp: LookUp): Html | false {
  const content = operation.requestBody?.content;
  if (!content) return false;
  const [[kind, { schema }] = ["", {}]] = Object.entries(content).sort(([one]) =>
    one === "application/json" ? -1 : 0,
  );
  const example = exampleBodyOf(operation);
  const others = Object.keys(content).filter((each) => each !== kind);
  return html`<h5>Body <span class="type">${schema && typeWords(schema)}</span></h5>
<p class="note"><code>${kind}</code>${others.length > 0 && html`; also ${others.map((each, i) => html`${i > 0 && ", "}<code>${each}</code>`)}`}</p>
${schema && bodyOf(lookUp(schema))}${example !== undefined && html`<pre class="body-example" hidden>${jsonOf(example)}</pre>`}`;
}

const isRef = (response: Response | Ref): response is Ref => "$ref" in response;

function listAnswers({ responses }: Operation, lookUp: LookUp): Html {
  const all = Object.entries(responses);
  const good = all.flatMap(([status, each]) => (isRef(each) ? [] : [[status, each] as const]));
  const bad = all.filter(([, each]) => isRef(each)).map(([status]) => status);
  return html`<h5>Answer</h5>${good.map(([status, response]) => goodAnswer(status, response, lookUp))}
${bad.length > 0 && html`<p class="failures">Errors: ${bad.map((status) => html`<a href="#guide-errors-and-limits-statuses">${status}</a> `)}</p>`}`;
}

function goodAnswer(
  status: string,
  { description, headers = {}, content = {} }: Response,
  lookUp: LookUp,
): Html {
  const schema = content["application/json"]?.schema;
  const own = Object.entries(headers).filter(([name]) => name !== "x-request-id");
  return html`<p><code class="status">${status}</code> ${description} ${schema && html`<span class="type">${typeWords(schema)}</span>`}</p>
${schema && bodyOf(lookUp(schema))}${
  own.length > 0 &&
  html`<ul class="members">${own.map(
    ([name, header]) =>
      html`<li><code class="name">${name}</code> <span class="type">header</span>${"description" in header && html`<span class="text">${header.description}</span>`}</li>`,
  )}</ul>`
}`;
}

function answerExample({ responses }: Operation): Html | false {
  for (const [status, response] of Object.entries(responses)) {
    const media: MediaType | undefined = isRef(response) ? undefined : response.content?.["application/json"];
    const value = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
    if (value !== undefined) return codeBlock(jsonOf(value), "json", `Answer ${status}`);
  }
  return false;
}
