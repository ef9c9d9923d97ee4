/*
 * The OpenAPI document of one base: the calls on records, once for each table, with its fields by name. All of it is taken from the whole
 * document; only the cells follow from the fields.
 *
 *   /table/{tableId}/record ──▶ /table/tbl…/record, once for each table
 *   createRecords           ──▶ createRecordsInTasks, with the tag Tasks
 *   NewRecords, Record      ──▶ TasksNewRecords, TasksRecord: those that have cells
 *   fields: { key → cell }  ──▶ TasksFields, TasksSentFields, TasksNewFields
 */
import { findName, type TypedField, type TypedTable } from "#lib/engine/typescript/base-types";
import {
  cellsIn,
  mapParts,
  reachableFrom,
  schemasWithCells,
  withoutExamples,
  withPrefix,
} from "./specialise.ts";
import { answeredCell, type DocumentPart, exampleCell, isPart, partIn, sentCell } from "./typed-cells.ts";

type Key = "name" | "id" | "dbFieldName";

/** The calls that the document of a base has for each table. */
export const carried = [
  ...["listRecords", "listRecordsByBody", "countRecords", "getRecord", "createRecords", "updateRecords"],
  ...["updateRecord", "deleteRecord", "deleteListedRecords"],
];

interface Whole {
  openapi: string;
  info: { version: string; license: unknown };
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: DocumentPart; headers: DocumentPart; securitySchemes: DocumentPart };
}
interface Operation {
  operationId: string;
  summary: string;
  security: unknown;
  parameters?: Parameter[];
  requestBody?: DocumentPart;
  responses: Record<string, DocumentPart>;
}
interface Parameter extends DocumentPart {
  name: string;
  in: string;
}

interface Base {
  id: string;
  name: string;
}

/** The document as JSON. `whole` is the text of the whole document; `key` says which keys the cells have. */
export function writeBaseDocument(
  whole: string,
  base: Base,
  tables: readonly TypedTable[],
  key: Key,
): string {
  const { openapi, info, servers, paths, components }: Whole = JSON.parse(whole);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      carried.includes(operation.operationId) ? [{ path, method, operation }] : [],
    ),
  );
  const shared = parametersOf(
    calls.map(({ operation }) => operation),
    key,
  );
  const all = reachableFrom(calls, components.schemas);
  const changed = [...all].map((name) => [name, withKeys(partIn(components.schemas, name), key)]);
  const schemas: DocumentPart = { ...components.schemas, ...Object.fromEntries(changed) };
  const own = schemasWithCells(all, schemas);
  const endings = [...own, "Fields", "SentFields", "NewFields"];
  const taken = new Set(["Error", ...all].map((name) => name.toLowerCase()));
  const named = tables.map((table) => ({ table, name: findName(table, taken, endings) }));
  const ownSchemas = named.flatMap(({ table, name }) => schemasOf(table, name, own, schemas, key));
  const operations = named.map(({ table, name }) => pathsOf(table, name, calls, own, shared));
  const made: DocumentPart = Object.fromEntries(ownSchemas);
  const parameters = tables.length > 0 ? shared.components : {};
  const ownPaths = Object.assign({}, ...operations);
  const every: DocumentPart = { ...schemas, ...shared.schemas, ...made };
  const used = reachableFrom([ownPaths, parameters, failure], every);
  const others = [...used].filter((name) => !Object.hasOwn(made, name)).sort();
  const kept = [...others, ...Object.keys(made).filter((name) => used.has(name))];
  return JSON.stringify({
    openapi,
    info: {
      ...{ title: `Gridless ${base.id}`, summary: inWords(base.name), version: info.version },
      ...{ description: wordsOf(base, key), license: info.license },
    },
    servers,
    tags: named.map(({ table, name }) => ({
      name,
      description: `The table ${inWords(table.name)}, ${table.id}.`,
    })),
    paths: ownPaths,
    components: {
      schemas: Object.fromEntries(kept.map((name) => [name, every[name]])),
      parameters,
      responses: { Failure: failure },
      headers: components.headers,
      securitySchemes: components.securitySchemes,
    },
  });
}

const failure = {
  description: "An error. `code` says which, and `message` what to do.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

/** A name inside of a comment or text that a generator writes: it can end neither. */
const inWords = (name: string) =>
  JSON.stringify(name.slice(0, 100))
    .replaceAll("*/", "* /")
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");

const wordsOf = ({ id }: Base, key: Key) =>
  [
    `The calls on the records of the base ${id}, with the fields of each table${key === "name" ? " by name" : ` as \`fieldKeyType=${key}\` has them`}. Ask again when tables, fields or choices change.`,
    "All other calls, and the rules of these, are in the whole document: `/openapi.json`, and `/docs`.",
  ].join("\n\n");

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Parameters that all tables share. A parameter that two calls describe differently has the name of its call. */
function parametersOf(operations: readonly Operation[], key: Key) {
  const components: Record<string, unknown> = {};
  const refs = new Map<Parameter, DocumentPart>();
  const schemas: Record<string, unknown> = {};
  for (const { operationId, parameters = [] } of operations)
    for (const parameter of parameters) {
      const whole = withKey(parameter, key);
      if (!whole) continue;
      const plain = `${parameter.name.replaceAll(/\W+(\w?)/g, (_, next: string) => next.toUpperCase())}Parameter`;
      // oapi-codegen writes no type for alternatives inside of a shared parameter
      const { contentSchema: _, ...schema } = partIn(whole, "schema");
      const value = JSON.stringify(schema).includes('"anyOf"') ? titled(`${plain}Value`) : undefined;
      if (value) schemas[value] = whole["schema"];
      const kept = value ? { ...whole, schema: { $ref: `#/components/schemas/${value}` } } : whole;
      const isSame = (name: string) =>
        !(name in components) || JSON.stringify(components[name]) === JSON.stringify(kept);
      const name = isSame(plain) ? plain : operationId + titled(plain);
      components[name] = kept;
      refs.set(parameter, { $ref: `#/components/parameters/${name}` });
    }
  return { components, refs, schemas };
}

/** The document says which keys the fields have. Cells as text would not fit its types. */
function withKey(parameter: Parameter, key: Key): DocumentPart | undefined {
  if (parameter.name === "tableId" || parameter.name === "cellFormat") return undefined;
  if (parameter.name !== "fieldKeyType") return withoutExamples(parameter);
  return key === "name"
    ? undefined
    : { ...parameter, required: true, schema: { type: "string", enum: [key] } };
}

/** The same in a body: `fieldKeyType` and `cellFormat` among its members. */
const withKeys = (schema: DocumentPart, key: Key) =>
  mapParts(schema, (part) => {
    const { properties, required } = part;
    if (!isPart(properties) || !("fieldKeyType" in properties)) return part;
    const { fieldKeyType: _, cellFormat: __, ...others } = properties;
    if (key === "name") return { ...part, properties: others };
    const fieldKeyType = { type: "string", enum: [key], description: "The keys of `fields`." };
    const known = Array.isArray(required) ? required : [];
    return { ...part, properties: { fieldKeyType, ...others }, required: ["fieldKeyType", ...known] };
  });

function pathsOf(
  { id, name: label }: TypedTable,
  table: string,
  calls: readonly { path: string; method: string; operation: Operation }[],
  own: ReadonlySet<string>,
  { refs }: ReturnType<typeof parametersOf>,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, operation } of calls) {
    const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
    const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const at = path.replace("{tableId}", id);
    paths[at] = {
      ...paths[at],
      [method]: {
        operationId: `${operationId}In${table}`,
        tags: [table],
        summary: `${summary}: ${inWords(label)}`,
        security,
        parameters: parameters.flatMap((parameter) => refs.get(parameter) ?? []),
        ...(requestBody && { requestBody: withPrefix(withoutExamples(requestBody), own, table) }),
        responses: {
          ...withPrefix(withoutExamples(Object.fromEntries(successes)), own, table),
          default: { $ref: "#/components/responses/Failure" },
        },
      },
    };
  }
  return paths;
}

/** The schemas of a table: its cells, and all that has them. */
function schemasOf(
  { fields }: TypedTable,
  table: string,
  own: ReadonlySet<string>,
  schemas: DocumentPart,
  key: Key,
): [string, unknown][] {
  const written = fields.filter(({ isComputed }) => !isComputed);
  const required = written.filter(({ isRequired }) => isRequired).map((field) => field[key]);
  const list = (of: readonly TypedField[], cell: typeof sentCell) => ({
    type: "object",
    properties: Object.fromEntries(of.map((field) => [field[key], cell(field, schemas)])),
  });
  const example = exampleOf(written, key);
  const newExample = exampleOf(
    [...written].sort((one, other) => rank(one) - rank(other)),
    key,
    required.length,
  );
  const cells = {
    Fields: { ...list(fields, answeredCell), ...example },
    SentFields: { ...list(written, sentCell), ...example },
    ...(required.length > 0 && { NewFields: { ...list(written, sentCell), required, ...newExample } }),
  };
  const nameOf = (name: string) =>
    cellsIn(schemas[name]) === "answered"
      ? "Fields"
      : name === "NewRecord" && required.length > 0
        ? "NewFields"
        : "SentFields";
  return [
    ...Object.entries(cells).map(([name, schema]): [string, unknown] => [`${table}${name}`, schema]),
    ...[...own].map((name): [string, unknown] => {
      const schema = withPrefix(withoutExamples(partIn(schemas, name)), own, table);
      if (!cellsIn(schemas[name])) return [`${table}${name}`, schema];
      const fields = { $ref: `#/components/schemas/${table}${nameOf(name)}` };
      return [`${table}${name}`, { ...schema, properties: { ...partIn(schema, "properties"), fields } }];
    }),
  ];
}

/** At most this many cells in an example, unless more are required. */
const mostShown = 5;
const rank = ({ isRequired }: TypedField) => (isRequired ? 0 : 1);

function exampleOf(fields: readonly TypedField[], key: Key, least = 0): { examples?: object[] } {
  const cells = fields.flatMap((field) => {
    const cell = exampleCell(field);
    return cell === undefined ? [] : [[field[key], cell] as const];
  });
  return cells.length > 0
    ? { examples: [Object.fromEntries(cells.slice(0, Math.max(mostShown, least)))] }
    : {};
}
