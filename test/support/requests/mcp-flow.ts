/*
 * What an official client of the protocol goes through: every tool once, and an undo. The clients of `npm run test:clients` get it as JSON.
 *
 * `$name` in arguments is what an earlier call kept under this name; `keep` and `expect` name members of the answer by their path.
 */

export interface FlowCall {
  tool: string;
  arguments: { [name: string]: unknown };
  /** name → path */
  keep?: { [name: string]: string };
  /** path → value */
  expect?: { [path: string]: unknown };
}

const inTable = { table: "$table" };

/** `$base` must be known, and `$run`, a text that no other run has. */
export const mcpFlow: readonly FlowCall[] = [
  { tool: "list_bases", arguments: {}, keep: { aBase: "bases.0.id" } },
  {
    tool: "create_table",
    arguments: {
      ...{ base: "$base", name: "Tickets of $run" },
      fields: [
        { name: "Title", type: "singleLineText" },
        { name: "Hours", type: "number" },
        { name: "State", type: "singleSelect", options: { choices: [{ name: "open" }] } },
      ],
    },
    keep: { table: "table.id" },
  },
  {
    tool: "describe_base",
    arguments: { base: "$base", detail: "full", tables: ["$table"] },
    expect: { "tables.0.name": "Tickets of $run", "tables.0.fields.1.name": "Hours" },
  },
  {
    tool: "create_records",
    arguments: {
      ...inTable,
      records: [
        { fields: { Title: "No light", Hours: 2, State: "open" } },
        { fields: { Title: "A door", Hours: "1" } },
      ],
      key: "$run-1",
    },
    keep: { light: "created.0.id", door: "created.1.id" },
  },
  {
    tool: "query_records",
    arguments: { base: "$base", table: "Tickets of $run", filter: "{Hours} > 1" },
    expect: { columns: ["id", "Title", "Hours", "State"], "rows.0": ["$light", "No light", "2.00", "open"] },
  },
  { tool: "update_records", arguments: { ...inTable, records: [{ id: "$light", fields: { Hours: 3 } }] } },
  {
    tool: "get_record",
    arguments: { ...inTable, record: "$light" },
    expect: { "fields.Hours": 3 },
  },
  {
    tool: "upsert_records",
    arguments: { ...inTable, match: ["Title"], records: [{ fields: { Title: "A door", State: "open" } }] },
    expect: { "records.0.id": "$door", created: [] },
  },
  {
    tool: "summarize_records",
    arguments: { base: "$base", ...inTable, groupBy: [{ field: "State" }] },
    expect: { "rows.0": { State: "open", count: 2 } },
  },
  { tool: "comment", arguments: { ...inTable, record: "$door", text: "Who has the key?" } },
  {
    tool: "list_comments",
    arguments: { ...inTable, record: "$door" },
    expect: { "comments.0.text": "Who has the key?" },
  },
  {
    tool: "change_fields",
    arguments: { ...inTable, action: "create", definition: { name: "Due", type: "date" } },
    expect: { "created.name": "Due" },
  },
  { tool: "delete_records", arguments: { ...inTable, records: ["$light"], key: "$run-2" } },
  { tool: "undo", arguments: { ...inTable, key: "$run-2" }, expect: { undone: true } },
  {
    tool: "query_records",
    arguments: { ...inTable, filter: "{Title} = 'No light'" },
    expect: { "rows.0.0": "$light" },
  },
  { tool: "list_changes", arguments: { base: "$base", tables: ["$table"] } },
  { tool: "import_csv", arguments: { ...inTable, text: "Title,Hours\nA window,4\n" }, keep: { job: "job" } },
  { tool: "import_csv", arguments: { ...inTable, job: "$job" }, expect: { "job.id": "$job" } },
];

/** A call that is refused, with what its error says. */
export const refusedCall: FlowCall = {
  tool: "query_records",
  arguments: { ...inTable, filter: "{Hour} > 1" },
  expect: { "error.code": "validation_error", "error.issues.0.path": "filter" },
};

/** Makes the calls of a flow one after another, and compares their answers. Gives all that was kept. */
export async function runFlow(
  kept: { [name: string]: string },
  use: (call: FlowCall) => Promise<unknown>,
  flow: readonly FlowCall[] = mcpFlow,
): Promise<{ [name: string]: string }> {
  for (const { tool, arguments: sent, keep = {}, expect = {} } of flow) {
    const answer = await use({ tool, arguments: fillIn(sent, kept) });
    for (const [path, value] of Object.entries(expect)) {
      const [found, wanted] = [memberAt(answer, path), fillIn(value, kept)].map((each) =>
        JSON.stringify(each),
      );
      if (found !== wanted)
        throw new Error(`${tool}: ${path} is ${found}, not ${wanted}: ${JSON.stringify(answer)}`);
    }
    for (const [name, path] of Object.entries(keep)) kept[name] = String(memberAt(answer, path));
  }
  return kept;
}

/** The value with what was kept in place of `$name`. */
function fillIn<Value>(value: Value, kept: { [name: string]: string }): Value {
  return JSON.parse(
    JSON.stringify(value).replace(/\$([a-zA-Z]+)/g, (_, name: string) => kept[name] ?? `$${name}`),
  );
}

const memberAt = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (at, name) => (at === null || at === undefined ? undefined : Reflect.get(Object(at), name)),
      value,
    );
