/*
 * npm run smoke: whether a server does its work, after a deployment or an update. It makes a base of its own, writes, reads and deletes
 * in it, and removes the base in the end, also after a failure. A line for each step.
 */
import { runCommand } from "#lib/local/process/command";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, type Server } from "./demo/client.ts";
import { serverOf } from "./demo/server.ts";

const command = {
  run: "npm run smoke",
  does: "Asks a server to do its work: makes a base with a table, writes, reads, pages, changes and deletes records, and removes it all. Prints a line for each step; the exit code is 1 when one fails.",
  options: {
    url: { value: "<address>", does: "the server, for example the output ApiUrl of a stack" },
    space: {
      value: "<id>",
      does: "the space in which the base is made (default: the first in which the token may make one)",
    },
  },
  environment: {
    GRIDLESS_TOKEN:
      "an access token for the server of --url; it is no option, because other users of a machine see those",
    GRIDLESS_DATA: "without --url: the data folder of an npm start on this machine (default .gridless)",
  },
  examples: ["GRIDLESS_TOKEN=gridless_acc… npm run smoke -- --url https://api.example.org", "npm run smoke"],
} as const;

/** More than a page, and more than one transaction of DynamoDB takes. */
const many = 250;
const pageSize = 100;

interface Page {
  records: { id: string; fields: { Number?: number } }[];
  nextCursor: string | null;
}

await runCommand(command, async ({ options: { url, space } }) => {
  const { GRIDLESS_TOKEN: token } = process.env;
  if (url && !token) throw new UsageError("--url needs GRIDLESS_TOKEN, an access token for that server");
  const server = url && token ? { url: url.replace(/\/+$/, ""), token } : serverOf(process.env);
  say(`${server.url}`);
  await checkServer(server, space);
  say("all steps done");
});

/** Does a step and says how long it took. Throws a StartError that names it. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const took = () => `${Math.round(performance.now() - begun)} ms`;
  try {
    const result = await work();
    say(`  ok    ${name}, ${took()}`);
    return result;
  } catch (error) {
    say(`  FAILS ${name}, ${took()}`);
    throw error instanceof StartError ? error : new StartError(`${name}: ${(error as Error).message}`);
  }
}

function holds(condition: boolean, otherwise: string): void {
  if (!condition) throw new StartError(otherwise);
}

async function checkServer(server: Server, space: string | undefined): Promise<void> {
  const ask = <Answer>(method: string, path: string, body?: object) =>
    request<Answer>(server, method, path, body);
  await step("the service runs", () => ask("GET", "/health"));
  await step("its store answers, and is of a format that it knows", () => ask("GET", "/health/ready"));
  const spaceId = await step("the token opens a space", async () => {
    const spaces = await ask<{ id: string; role: string }[]>("GET", "/space");
    const found = space ?? spaces.find(({ role }) => ["owner", "creator"].includes(role))?.id;
    if (!found) throw new StartError("the token opens no space in which it may make a base");
    return found;
  });
  const base = await step("a base is made", () =>
    ask<{ id: string }>("POST", "/base", { spaceId, name: `Smoke test ${new Date().toISOString()}` }),
  );
  try {
    await checkTable(ask, base.id);
  } finally {
    await step("the base is removed", () => ask("DELETE", `/base/${base.id}/permanent`));
  }
  await step("the base is gone", async () => {
    const bases = await ask<{ id: string }[]>("GET", "/base/access/all");
    holds(!bases.some(({ id }) => id === base.id), `the base ${base.id} is still listed`);
  });
}

type Ask = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

async function checkTable(ask: Ask, baseId: string): Promise<void> {
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "number", name: "Number" },
  ];
  const { id } = await step("a table is made", () =>
    ask<{ id: string }>("POST", `/base/${baseId}/table`, { name: "Smoke", fields, records: [] }),
  );
  const path = `/table/${id}/record`;
  const numbers = Array.from({ length: many }, (_, i) => i);
  await step(`${many} records are written in one call`, () =>
    ask("POST", path, { records: numbers.map((n) => ({ fields: { Name: `n${n}`, Number: n } })) }),
  );
  const ids = await step("all are read, page by page", async () => {
    const found: Page["records"] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await ask("GET", `${path}?take=${pageSize}${cursor && `&cursor=${cursor}`}`);
      found.push(...page.records);
      cursor = page.nextCursor;
    }
    const read = found.map(({ fields }) => fields.Number);
    holds(JSON.stringify(read) === JSON.stringify(numbers), `other numbers are read: ${read.join(" ")}`);
    return found.map((record) => record.id);
  });
  const [first = ""] = ids;
  await step("a record is changed and read", async () => {
    await ask("PATCH", `${path}/${first}`, { record: { fields: { Number: -1 } } });
    const { fields } = await ask<Page["records"][number]>("GET", `${path}/${first}`);
    holds(fields.Number === -1, `it has ${fields.Number}, not -1`);
  });
  await step("records are filtered and sorted", async () => {
    const query = new URLSearchParams({
      filter: JSON.stringify({
        conjunction: "and",
        filterSet: [{ fieldId: "Number", operator: "isLess", value: 3 }],
      }),
      orderBy: JSON.stringify([{ fieldId: "Number", order: "desc" }]),
      fieldKeyType: "name",
    });
    const { records } = await ask<Page>("GET", `${path}?${query}`);
    const read = records.map(({ fields }) => fields.Number).join(" ");
    holds(read === "2 1 -1", `they are ${read}, not 2 1 -1`);
  });
  await step("records are deleted", async () => {
    const query = ids.slice(0, pageSize).map((each) => `recordIds[]=${each}`);
    await ask("DELETE", `${path}?${query.join("&")}`);
    const { records } = await ask<Page>("GET", `${path}?take=1000`);
    holds(records.length === many - pageSize, `${records.length} are left, not ${many - pageSize}`);
  });
}
