/*
 * The configuration of schemathesis for a server that runs: makes a table with a record, a view and a comment, and says their ids for
 * the parameters of all calls that do not delete. `node test/clients/support/fuzz-config.ts <dev.json>` prints it; .ci/fuzz uses it.
 */
import { readFileSync } from "node:fs";

interface Dev {
  url: string;
  token: string;
  email: string;
  password: string;
  spaceId: string;
  baseId: string;
}
const { url, token, email, password, spaceId, baseId } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Dev;

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

interface Made {
  id: string;
}
const table = await post<{ id: string; defaultViewId: string; fields: Made[]; records: Made[] }>(
  `/base/${baseId}/table/`,
  { name: "Fuzzed", records: [{ fields: { Name: "Ada", Count: 3 } }, { fields: { Name: "Grace" } }] },
);
const [record, field] = [table.records[0]?.id ?? "", table.fields[0]?.id ?? ""];
const content = [{ type: "p", children: [{ type: "span", value: "Why?" }] }];
const comment = await post<Made>(`/comment/${table.id}/${record}/create`, { content });
const { shareId } = await post<{ shareId: string }>(
  `/table/${table.id}/view/${table.defaultViewId}/enable-share`,
  {},
);
const parameters = {
  ...{ spaceId, baseId, shareId, tableId: table.id, viewId: table.defaultViewId },
  ...{ recordId: record, fieldId: field, commentId: comment.id },
};
const lines = Object.entries(parameters).map(([name, id]) => `"path.${name}" = "${id}"`);
const signIn = await fetch(`${url}/auth/signin`, {
  method: "POST",
  headers: { origin: url, "content-type": "application/json" },
  body: JSON.stringify({ email, password }),
});
const cookie = signIn.headers.get("set-cookie")?.split(";")[0];
// a call that deletes has random ids, so that what the others need stays; the rest get the real ones
console.log(`headers = { Authorization = "Bearer ${token}" }

[[operations]]
include-tag = ["auth", "user", "access-token", "pages"]
exclude-operation-id = ["signOut", "submitSignOut"]
headers = { Cookie = "${cookie}", Origin = "${url}" }

[[operations]]
include-method = ["GET", "POST", "PUT", "PATCH"]
parameters = { ${lines.join(", ")} }
`);
