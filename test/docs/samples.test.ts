/*
 * The samples of the documentation page, in each language: run as a reader would, each sends the call that it stands for, whatever texts are in
 * it. The requests go to a server of this file, which keeps them.
 */
import { execFile, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gridless } from "#lib/client/index";
import { seedOfRun } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { languages } from "../../lib/docs/browser/languages.js";

interface Sent {
  method: string | undefined;
  path: string;
  query: [string, string][];
  authorization: string | undefined;
  body: unknown;
}
interface Call {
  operation: string;
  method: string;
  path: string;
  query: [string, string][];
  body?: unknown;
  needs: "token";
  answers: "json";
  values: Record<string, string>;
  token: string;
}

let server: Server;
let url: string;
let sent: Sent[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "", url);
      const text = Buffer.concat(chunks).toString();
      sent.push({
        ...{ method: request.method, path: pathname, query: [...searchParams] },
        authorization: request.headers.authorization,
        body: text === "" ? undefined : JSON.parse(text),
      });
      response.setHeader("content-type", "application/json");
      response.end(
        '{"records": [], "rows": [], "rowCount": 0, "matched": 0, "nextCursor": null, "fields": {}}',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  sent = [];
});

const known = { tableId: "tbl4mSa1Cw6nZ8tQ0Yh", recordId: "rec4mSa1Cw6nZ8tQ0Yh" };
const token = "gridless_acc_of_the_environment";
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

const environment = () => ({ PATH: process.env["PATH"] ?? "", GRIDLESS_TOKEN: token, url, ...known });

/** A program that reads its text from its standard input. The end of what it says is enough of an error. */
function run(program: string, args: string[], text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { env: environment() }, (error, _, said) =>
      error ? reject(new Error(said.slice(-1000))) : resolve(),
    );
    child.stdin?.end(text);
  });
}

const inPython = "import json, os, sys\nfor each in json.load(sys.stdin): exec(each, {**os.environ})";

/** Runs programs one after the other: how, per language; and what it needs. */
const runners: Record<string, { needs: string[]; run: (programs: string[]) => Promise<unknown> }> = {
  curl: { needs: ["bash", "curl"], run: (programs) => run("bash", ["-e"], programs.join("\n")) },
  python: {
    needs: ["python3"],
    run: (programs) => run("python3", ["-c", inPython], JSON.stringify(programs)),
  },
  ts: { needs: [], run: runScripts },
  fetch: { needs: [], run: runScripts },
};

async function runScripts(programs: string[]) {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const given = {
    ...{ gridless, process: { env: { GRIDLESS_TOKEN: token } }, console: { log: () => {} }, url },
    ...known,
  };
  for (const program of programs) {
    const code = program.replace(/^import \{ gridless \} from "@gridless\/client";\n/, "");
    await new AsyncFunction(...Object.keys(given), code)(...Object.values(given));
  }
}

const awkward = [
  ..."\"'\\`$!{}[]()<>&|;#*?~%^@,.:=-_ \t\n\r\u2028\u202e\u007f\ufeff",
  ...[
    "$" + "{url}",
    "$(id)",
    "`id`",
    "\\n",
    "\\u0041",
    "'''",
    '"""',
    "'\\''",
    "</script>",
    "//",
    "/*",
    "{0}",
    "%s",
  ],
  ...[
    "__proto__",
    "constructor",
    "true",
    "None",
    "1",
    "名前",
    "🍌",
    "👩‍💻",
    "e\u0301",
    "\u{e0041}",
    "@file",
    "!!",
  ],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...awkward), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", minLength: 1 }),
);
const cell = fc.oneof(
  ...[text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean()],
  ...[fc.constant(null), fc.array(text, { maxLength: 3 }), fc.record({ id: text })],
);
const cells = fc.dictionary(text, cell, { maxKeys: 5 });
/** JSON, and other texts; no text of a query has a NUL, which no shell passes on. */
const queryText = fc
  .oneof(
    text,
    cells.map((each) => JSON.stringify({ filterSet: [each] })),
  )
  .filter((each) => !each.includes("\0"));

const anyCall = fc
  .record({
    method: fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE"),
    path: fc.constantFrom("/table/{tableId}/record", "/table/{tableId}/record/{recordId}", "/base"),
    query: fc.array(fc.tuple(fc.constantFrom("filter", "search[]", "q"), queryText), { maxLength: 3 }),
    body: fc.oneof(cells, fc.array(cells, { maxLength: 2 }), fc.constant(undefined)),
    isKnown: fc.boolean(),
    ownToken: fc.option(fc.constantFrom("gridless_accA_b", "it's$HOME`\"\\"), { nil: "" }),
  })
  .map(
    ({ method, body, isKnown, ownToken, ...call }): Call => ({
      ...call,
      method,
      // as in the HTML
      ...(method !== "GET" && body !== undefined && { body: JSON.parse(JSON.stringify(body)) }),
      ...{ operation: "anyOther", needs: "token", answers: "json", token: ownToken },
      values: isKnown ? { url, ...known } : {},
    }),
  );

const wanted = ({ method, path, query, body, token: own }: Call): Sent => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof known) => known[name]),
  query,
  authorization: `Bearer ${own || token}`,
  body,
});

/** As text: `__proto__` and the order of members too. Python writes JSON with spaces, and other signs than ASCII escaped. */
const inText = ({ query, ...others }: Sent) =>
  JSON.stringify({ ...others, query: query.map(([name, text]) => [name, plainJson(text)]) });
function plainJson(text: string) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function expectSent(calls: Call[]) {
  expect(sent.length).toBe(calls.length);
  for (const [i, call] of calls.entries()) expect(inText(sent[i] as Sent)).toBe(inText(wanted(call)));
}

describe.each(Object.entries(runners))("%s", (language, { needs, run: runAll }) => {
  const missing = needs.filter((program) => !has(program));
  beforeEach((context) => context.skip(missing.length > 0, `there is no ${missing.join(", ")}`));
  const write = (call: Call) => languages[language as keyof typeof languages].write(call);

  test("a sample sends its call, with any texts in it", async () => {
    const calls = fc.sample(anyCall, { numRuns: isWhole ? 500 : 100, seed: seedOfRun() });
    const made = calls.map((call) => ({ ...call, values: call.values["tableId"] ? { url, ...known } : {} }));
    await runAll(made.map(write));
    expectSent(made);
  });

  test("parameters that repeat a name, and texts that are no JSON", async () => {
    const call = {
      ...{ operation: "anyOther", method: "GET", path: "/base" },
      values: { url },
      token: "",
    } as const;
    const queries: [string, string][][] = [
      [
        ["a[]", "1"],
        ["a[]", "2"],
      ],
      [
        ["filter", "{Name} = 'x'"],
        ["b", "[no"],
      ],
    ];
    const calls = queries.map((query): Call => ({ ...call, query, needs: "token", answers: "json" }));
    await runAll(calls.map(write));
    expectSent(calls);
  });
});

describe("TypeScript with the client's own methods", () => {
  const fields = { 'it\'s "my" $field`': "a\\b\n", ["__proto__"]: 2 };
  const filter = { conjunction: "and", filterSet: [{ fieldId: "`$" + "{x}`", operator: "is", value: "'" }] };
  const recordId = known.recordId;
  const at = `/table/${known.tableId}`;
  const record = { id: recordId, fields };
  test.each<[string, object, string, object | undefined]>([
    ["createRecords", { body: { records: [{ fields }] } }, `POST ${at}/record`, { records: [{ fields }] }],
    ["updateRecords", { body: { records: [record] } }, `PATCH ${at}/record`, { records: [record] }],
    ["updateRecord", { body: { record: { fields } } }, `PATCH ${at}/record`, { records: [record] }],
    ["deleteRecord", {}, `POST ${at}/record/delete`, { recordIds: [recordId] }],
    [
      "deleteListedRecords",
      { body: { recordIds: [recordId] } },
      `POST ${at}/record/delete`,
      { recordIds: [recordId] },
    ],
    ["getRecord", {}, `GET ${at}/record/${recordId}`, undefined],
    ["listRecords", { query: [["filter", JSON.stringify(filter)]] }, `POST ${at}/record/list`, { filter }],
    ["listRecords", {}, `POST ${at}/record/list`, {}],
    ["listRecordsByBody", { body: { filter, take: 3 } }, `POST ${at}/record/list`, { filter, take: 3 }],
    ["countRecords", {}, `GET ${at}/aggregation/row-count`, undefined],
    [
      "updateRecordsWhere",
      { body: { filter, fields, expect: { max: 9 } } },
      `POST ${at}/record/update-where`,
      { filter, fields, expect: { max: 9 } },
    ],
    [
      "deleteRecordsWhere",
      { body: { filter, expect: { max: 9 } } },
      `POST ${at}/record/delete-where`,
      { filter, expect: { max: 9 } },
    ],
    [
      "queryBase",
      { body: { table: known.tableId, groupBy: [] } },
      "POST /base/bse1/query",
      { table: known.tableId, groupBy: [] },
    ],
    ["listTables", {}, "GET /base/bse1/table", undefined],
  ])("%s %j", async (operation, more, line, body) => {
    const call = {
      ...{ operation, method: "", path: "", query: [], needs: "token", answers: "json", token: "" },
      ...{ values: { url, baseId: "bse1", ...known }, ...more },
    } as const;
    await runScripts([languages.ts.write(call)]);
    const [first] = sent;
    expect(`${first?.method} ${first?.path}`).toBe(line);
    if (body) expect(first?.body).toMatchObject(body);
  });
});
