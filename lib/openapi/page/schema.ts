/* JSON Schema for readers: the words for a type, and the members of an object, each with its type and description. */
import type { Schema } from "#lib/openapi/shape";
import { type Html, html } from "#lib/pages/parts/html";
import { renderInline } from "./markdown.ts";

/** The schema that a reference names, or the schema itself. */
export type LookUp = (schema: Schema) => Schema;

type Found = Schema & { discriminator?: { propertyName: string; mapping?: Record<string, string> } };
/** Nested objects are shown this deep; deeper ones are named only. */
const deepest = 4;
/** More alternatives than this stand in a list of their own. */
const mostInLine = 5;

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
export const schemaId = (name: string) => `schema-${name}`;

/** `string`, `list of Record`, `"a" | "b"` …; named schemas are links. */
export function typeWords(given: Schema): Html {
  const schema = given as Found;
  if (schema.$ref) return html`<a href="#${schemaId(nameIn(schema.$ref))}">${nameIn(schema.$ref)}</a>`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return either(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  const variants = variantsOf(schema);
  if (variants.length > mostInLine) return html`one of ${variants.length}, see below`;
  if (variants.length > 0) return either(variants.map(({ schema: each }) => typeWords(each)));
  if (schema.allOf)
    return either(
      schema.allOf.map((each) => typeWords(each as Schema)),
      " and ",
    );
  const types = [schema.type ?? (schema.properties ? "object" : "any")].flat();
  return either(types.map((type) => oneType(type, schema)));
}

function oneType(type: string, schema: Found): Html {
  if (type === "array") return schema.items ? html`list of ${typeWords(schema.items as Schema)}` : html`list`;
  const format = schema.format ? ` (${schema.format})` : "";
  return html`${type}${type === "string" && format}`;
}

const either = (words: readonly Html[], between = " | "): Html =>
  html`${words.map((word, i) => html`${i > 0 && between}${word}`)}`;

interface Variant {
  name?: string | undefined;
  schema: Schema;
}

/** The alternatives of a schema. Where one member tells them apart, its value is their name. */
function variantsOf(schema: Found): Variant[] {
  const all = (schema.oneOf ?? schema.anyOf ?? []) as Schema[];
  const { propertyName, mapping = {} } = schema.discriminator ?? {};
  return all.map((each) => {
    const mapped = Object.entries(mapping).find(([, ref]) => ref === each.$ref)?.[0];
    const own = propertyName ? (each.properties?.[propertyName] as Schema | undefined)?.const : undefined;
    return { name: mapped ?? (own === undefined ? each.title : String(own)), schema: each };
  });
}

/** What a schema consists of: members, alternatives, the items of a list. Nothing for a simple type. */
export function bodyOf(given: Schema, depth = 0): Html | false {
  const schema = given as Found;
  if (schema.$ref || depth > deepest) return false;
  const variants = variantsOf(schema);
  const shown = variants.some(({ schema: each }) => each.$ref || each.properties);
  const isTold =
    variants.length > mostInLine || variants.some(({ name, schema: each }) => name || each.properties);
  if (shown && isTold && variants.length > 1) return alternatives(schema, variants, depth);
  if (schema.properties && Object.keys(schema.properties).length > 0) return members(schema, depth);
  if (schema.items) return bodyOf(schema.items as Schema, depth);
  if (schema.allOf) return html`${schema.allOf.map((each) => bodyOf(each as Schema, depth))}`;
  return false;
}

function alternatives({ discriminator }: Found, variants: Variant[], depth: number): Html {
  const told = discriminator && html`, told apart by <code>${discriminator.propertyName}</code>`;
  return html`<p class="one-of">One of these${told}:</p><ul class="variants">${variants.map(
    ({ name, schema }) =>
      html`<li>${name !== undefined && html`<code>${name}</code> `}<span class="type">${typeWords(schema)}</span>${bodyOf(schema, depth + 1)}</li>`,
  )}</ul>`;
}

function members({ properties = {}, required = [] }: Schema, depth: number): Html {
  return html`<ul class="members">${Object.entries(properties).map(
    ([name, each]) =>
      html`<li>${member(name, each as Schema, required.includes(name))}${bodyOf(each as Schema, depth + 1)}</li>`,
  )}</ul>`;
}

/** A name with its type, whether it is required, and its description. */
export function member(
  name: string,
  schema: Schema,
  required: boolean,
  description = schema.description,
): Html {
  return html`<code class="name">${name}</code> <span class="type">${typeWords(schema)}</span>${required && html` <span class="required">required</span>`}${
    description && html`<span class="text">${renderInline(description)}</span>`
  }${limitsOf(schema)}`;
}

function limitsOf(schema: Schema): Html | false {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const words = [
    maxLength !== undefined && `at most ${count(maxLength)} characters`,
    minLength !== undefined && minLength > 1 && `at least ${count(minLength)} characters`,
    minimum !== undefined && minimum > -Number.MAX_SAFE_INTEGER && `from ${count(minimum)}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `up to ${count(maximum)}`,
    minItems !== undefined && minItems > 0 && `at least ${count(minItems)}`,
    maxItems !== undefined && `at most ${count(maxItems)} items`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((each) => typeof each === "string");
  return words.length > 0 && html`<span class="limits">${words.join(", ")}</span>`;
}

const count = (value: number) => value.toLocaleString("en");
