/* A call with our client, @gridless/client: by its method where it has one, else by `request`. */
import { queryParts, quoted, scriptOf } from "./literals.js";

/** Operation → the lines that do it. An id that is not known is a variable of the same name. */
const methods = {
  listTables: () => "console.log(await base.tables());",
  queryBase: ({ body }) => `const { rows } = await base.query(${scriptOf(body)});\nconsole.log(rows);`,
  listRecords: ({ query }) =>
    listOf(Object.fromEntries(query.map(([name, text]) => [name, JSON.parse(text)]))),
  listRecordsByBody: ({ body }) => listOf(body),
  countRecords: () => "console.log(await table.list().count());",
  getRecord: ({ id }) => `console.log(await table.get(${id("recordId")}));`,
  createRecords: ({ body }) => {
    const rows = body.records.map(({ fields }) => fields);
    return `const made = await table.create(${scriptOf(rows)});\nconsole.log(made.map(({ id }) => id));`;
  },
  updateRecords: ({ body }) => `await table.update(${scriptOf(body.records)});`,
  updateRecord: ({ body, id }) =>
    `await table.update(${scriptOf({ id: () => id("recordId"), fields: body.record.fields })});`,
  deleteRecord: ({ id }) => `await table.delete(${id("recordId")});`,
  deleteListedRecords: ({ body }) => `await table.delete(${scriptOf(body.recordIds)});`,
  updateRecordsWhere: ({ body: { filter, fields, expect } }) =>
    `const { matched } = await table.updateWhere(${scriptOf({ filter })}, ${scriptOf(fields)}, ${scriptOf(expect)});\nconsole.log(matched);`,
  deleteRecordsWhere: ({ body: { filter, expect } }) =>
    `const { matched } = await table.deleteWhere(${scriptOf({ filter })}, ${scriptOf(expect)});\nconsole.log(matched);`,
};

/** Methods of a base, not of a table. */
const ofBase = ["listTables", "queryBase"];

const listOf = (query) =>
  `for await (const { id, fields } of table.list(${Object.keys(query).length > 0 ? scriptOf(query) : ""})) console.log(id, fields);`;

export function clientSample(call) {
  const { operation, values, token } = call;
  const id = (name) => (values[name] ? quoted(values[name]) : name);
  const write = methods[operation];
  return [
    'import { gridless } from "@gridless/client";\n',
    "const client = gridless({",
    `  ${values.url ? `url: ${quoted(values.url)}` : "url"},`,
    `  token: ${token ? quoted(token) : "process.env.GRIDLESS_TOKEN"},`,
    "});",
    write && `const base = client.base(${id("baseId")});`,
    write && !ofBase.includes(operation) && `const table = base.table(${id("tableId")});`,
    write ? write({ ...call, id }) : requestOf(call),
  ]
    .filter(Boolean)
    .join("\n");
}

function requestOf({ method, path, query, body, answers, values }) {
  const isKnown = (name) => Boolean(values[name]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const repeats = new Set(query.map(([name]) => name)).size < query.length;
  const written = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    isKnown(name) ? encodeURIComponent(values[name]) : `\${${name}}`,
  );
  const address = written + (repeats ? `?${new URLSearchParams(query)}` : "");
  const options = {
    ...(query.length > 0 && !repeats && { query: queryParts(query, "JSON.stringify", scriptOf) }),
    ...(body !== undefined && { body }),
  };
  const more = Object.keys(options).length > 0 ? `, ${scriptOf(options)}` : "";
  const asked = `await client.request("${method}", ${names.every(isKnown) ? quoted(address) : `\`${address}\``}${more})`;
  return answers === "json" ? `console.log(${asked});` : `${asked};`;
}
