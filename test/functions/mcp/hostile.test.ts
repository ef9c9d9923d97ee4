/* Hostile messages, made by the seed of the run: none is a 5xx, and each answer is a message of JSON-RPC of at most 40 kB. */
import { expect, test } from "vitest";
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { mostBytes } from "#lib/mcp/fit-answer";
import { tools } from "#lib/mcp/tools/index";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { toolExamples } from "#test/support/requests/tool-examples";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { isDeployed } from "#test/support/run/target";

const owner = await someone();
const { baseId, tableId, argumentsOf } = await toolExamples(owner);

const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(chance() * all.length)] as Each;

const oddities: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, "", " ", "\0", "\ud800", "🚀", "__proto__", "constructor", "toString"],
  ...[
    "x".repeat(5000),
    "{Name} = '",
    "{Name} LIKE '%'",
    "((((",
    "-- ;",
    "%00",
    "../../etc/passwd",
    baseId,
    tableId,
  ],
  ...[[], {}, [[]], [{}], { a: { a: { a: {} } } }, ["__proto__"], { conjunction: "and", filterSet: "x" }],
  ...[
    { filterSet: [{ fieldId: "Name", operator: "is", value: {} }] },
    Array.from({ length: 300 }, () => "x"),
  ],
  JSON.parse('{"__proto__": {"x": 1}}'),
  Array.from({ length: 100 }).reduce((inner) => [inner], []),
];

/** A value that is changed in one place, or that gets another member. */
function damage(value: unknown, depth = 0): unknown {
  if (depth > 4 || chance() < 0.3 || typeof value !== "object" || value === null) return pick(oddities);
  const entries = Object.entries(value);
  const name =
    chance() < 0.2 || entries.length === 0
      ? String(pick(["nope", "__proto__", "key", "cursor"]))
      : pick(entries)[0];
  const member = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  if (Array.isArray(value))
    return value.map((each, i) => (String(i) === name ? damage(each, depth + 1) : each));
  return { ...value, [name]: damage(member, depth + 1) };
}

const methods = [
  "tools/call",
  "tools/call",
  "tools/call",
  "tools/list",
  "resources/read",
  "initialize",
  "server/discover",
  "nope",
];

async function hostileMessage() {
  const { name } = pick(tools);
  const args = await argumentsOf(name);
  const params = pick([
    { name, arguments: damage(args) },
    { name, arguments: damage(args) },
    { uri: pick([`gridless://base/${baseId}/schema`, "gridless://docs/records", ...oddities]) },
    damage({ name, arguments: args }),
  ]);
  const message = { jsonrpc: "2.0", id: 1, method: pick(methods), params };
  return chance() < 0.1 ? damage(message) : message;
}

// over HTTP no header has a control character
const odd = [
  ...["", "2026-07-28", "2025-11-25", "1", "=?base64?????=", "x".repeat(300)],
  ...(isDeployed() ? [] : ["\x7f"]),
];

test("never a 5xx, never more than 40 kB", { timeout: 900_000 }, async () => {
  const count = isWhole ? 5000 : 300;
  const statuses = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const body = await hostileMessage();
    const headers = {
      ...(chance() < 0.2 && { "mcp-protocol-version": pick(odd) }),
      ...(chance() < 0.2 && { "mcp-method": pick(odd) }),
      ...(chance() < 0.2 && { "mcp-name": pick(odd) }),
    };
    const answer = await call(answerMcp, { as: owner, body, headers });
    const said = JSON.stringify({ body, headers }).slice(0, 2000);
    expect(answer.status, said).toBeLessThan(500);
    expect(answer.bytes.length, said).toBeLessThanOrEqual(mostBytes);
    if (answer.status !== 202) expect(answer.body, said).toMatchObject({ jsonrpc: "2.0" });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  // most come as far as the tools
  expect(statuses.get(200)).toBeGreaterThan(count / 3);
});
