/* Completes the schemas of the document for readers and for generators of clients. */
import { memberWords } from "./member-words.ts";
import type { Schema } from "./shape.ts";
import { specialWords } from "./special-words.ts";

/**
 * Describes the members that have no description, and writes defaults into descriptions. Generators of clients treat a member with a
 * default as always present, also in a request.
 */
export function describeMembers(schema: unknown, owner: string): void {
  if (typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) {
    for (const each of schema) describeMembers(each, owner);
    return;
  }
  const { properties, required = [] } = schema as Schema;
  if (isMembers(schema, properties))
    for (const [name, member] of Object.entries(properties)) {
      const known = specialWords[`${owner}.${name}`] ?? memberWords[name];
      if (!member.description && known) member.description = known;
      sayDefault(member, required.includes(name));
    }
  for (const [key, each] of Object.entries(schema))
    if (!["examples", "example", "default", "const", "enum"].includes(key)) describeMembers(each, owner);
}

/** Whether `properties` is the keyword, and not a member of this name. */
const isMembers = (schema: object, properties: unknown): properties is Record<string, Schema> =>
  typeof properties === "object" && properties !== null && "type" in schema && schema.type === "object";

function sayDefault(member: Schema, isThere: boolean): void {
  const { default: preset, description = "" } = member;
  if (preset === undefined) return;
  delete member.default;
  if (isThere || /default/i.test(description)) return;
  member.description = `${description} Default: \`${JSON.stringify(preset)}\`.`.trim();
}
