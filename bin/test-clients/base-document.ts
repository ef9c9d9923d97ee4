/* A base whose tables and fields have awkward names, and the document of it: for generators, as GET /base/{baseId}/openapi.json answers it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Environment, folders } from "../test-deployed/folders.ts";

export interface Given {
  /** The file of the document. */
  document: string;
  /** Where the server is, a token, and how its person signs in: for the programs. */
  server: Environment;
}

/** Names of fields that are none in any language, that languages use themselves, and that differ in little. */
export const awkwardNames = [
  '"quotes" \\ */ {x} $y `z`',
  "it's",
  "__proto__",
  "constructor",
  "class",
  "名前",
  "🍌",
  "name",
  "Name",
  "a b",
  "a_b",
  "fieldKeyType",
];

/** Posts JSON with the token, and gives what is answered. */
export async function postAs(
  { server }: Given,
  place: string,
  body: object,
): Promise<Record<string, string>> {
  const { GRIDLESS_URL, GRIDLESS_TOKEN } = server;
  const answer = await fetch(`${GRIDLESS_URL}${place}`, {
    method: "POST",
    headers: { authorization: `Bearer ${GRIDLESS_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
  return JSON.parse(await answer.text());
}

/** A table of the base; gives its id. */
export async function makeTable(given: Given, table: object): Promise<string> {
  const { id = "" } = await postAs(given, `/base/${given.server["BASE_ID"]}/table`, table);
  return id;
}

/** Two tables with these names, and the document of them alone. */
export async function makeBaseDocument(given: Given): Promise<Given> {
  const choices = [{ name: "a" }, { name: "A" }, { name: '"' }];
  const fields = [
    { type: "singleLineText", name: "Title" },
    ...awkwardNames.map((name) => ({ type: "singleLineText", name })),
    { type: "number", name: "Count", notNull: true },
    { type: "singleSelect", name: "State", options: { choices } },
    { type: "formula", name: "Twice", options: { expression: "{Count} * 2" } },
  ];
  const records = [
    { fields: { Title: "first", Count: 3, ...Object.fromEntries(awkwardNames.map((name) => [name, name])) } },
  ];
  const TABLE_ID = await makeTable(given, { name: "Odd things", fields, records });
  const other = await makeTable(given, { name: '"""; 日本 */', fields, records });
  const { GRIDLESS_URL, GRIDLESS_TOKEN, BASE_ID } = given.server;
  const query = new URLSearchParams([TABLE_ID, other].map((id) => ["tableIds[]", id]));
  const answer = await fetch(`${GRIDLESS_URL}/base/${BASE_ID}/openapi.json?${query}`, {
    headers: { authorization: `Bearer ${GRIDLESS_TOKEN}` },
  });
  const document = path.join(folders.run, "base.json");
  writeFileSync(document, await answer.text());
  return { document, server: { ...given.server, TABLE_ID, NAMES: JSON.stringify(awkwardNames) } };
}
