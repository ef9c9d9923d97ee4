/* The reference: every operation in its area, then every named schema. */
import type { OpenApiDocument, Schema } from "#lib/openapi/shape";
import { type Html, html } from "#lib/pages/parts/html";
import { jsonOf } from "../../docs/browser/literals.js";
import { codeBlock } from "./code.ts";
import { renderMarkdown } from "./markdown.ts";
import { type PlacedOperation, showOperation } from "./operation.ts";
import { bodyOf, type LookUp, schemaId, typeWords } from "./schema.ts";

export interface Area {
  id: string;
  title: string;
  description: string;
  operations: PlacedOperation[];
}

/** The areas of the document with their operations, in its order. */
export function areasOf({ tags, paths }: OpenApiDocument): Area[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map(({ name, description = "" }) => ({
    id: `area-${name}`,
    title: titleOf(name),
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

const spelled: Record<string, string> = {
  csv: "CSV and XLSX",
  oauth: "OAuth",
  auth: "Signing in",
  docs: "Documentation",
};
const titleOf = (tag: string) =>
  spelled[tag] ?? `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll("-", " ")}`;

/** The sections of all areas and of the schemas. */
export function showReference(document: OpenApiDocument, areas: readonly Area[]): Html {
  const { schemas } = document.components;
  const lookUp: LookUp = (schema) =>
    (schema.$ref && schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)]) || schema;
  return html`${areas.map(
    ({
      id,
      title,
      description,
      operations,
    }) => html`<section class="area" id="${id}"><h3 id="${id}-title">${title}<a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h3>
${renderMarkdown(description).html}${operations.map((each) => showOperation(each, lookUp))}</section>`,
  )}
<section class="area" id="schemas"><h3 id="schemas-title">Schemas<a class="anchor" href="#schemas" aria-label="Link to Schemas">#</a></h3>
<p>The named shapes of requests and answers. A name that ends with <code>Input</code> is the shape of a request where it differs from that of the answer.</p>
${Object.entries(schemas).map(([name, schema]) => showSchema(name, schema))}</section>`;
}

function showSchema(name: string, schema: Schema): Html {
  const [example] = (schema["examples"] as unknown[] | undefined) ?? [];
  const body = bodyOf(schema);
  return html`<details class="schema" id="${schemaId(name)}"><summary><h4><code>${name}</code></h4></summary><div class="schema-body">
${schema.description && renderMarkdown(schema.description).html}${body || html`<p>${typeWords(schema)}${schema.pattern && html`, pattern <code>${schema.pattern}</code>`}</p>`}${
  example !== undefined && codeBlock(jsonOf(example), "json", "Example")
}</div></details>`;
}
