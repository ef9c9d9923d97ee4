/* npm run types: TypeScript types of the tables of one base, for clients of a server that runs. */
import { writeFileSync } from "node:fs";
import { runCommand } from "#lib/local/process/command";
import { readDevJson } from "#lib/local/process/dev-json";
import { StartError, UsageError } from "#lib/local/process/start-error";

const keyTypes = ["name", "id", "dbFieldName"] as const;

const command = {
  run: "npm run types",
  does: "Writes TypeScript types of the tables of one base: their cells in answers and requests, and their filters. The server must be running.",
  words: { shown: "<baseId>", does: "<baseId> is the id of the base.", most: 1 },
  options: {
    url: {
      value: "<address>",
      does: "where the server is; default: GRIDLESS_URL, else the npm start of the data folder",
    },
    keys: { value: "<type>", does: `the keys of the cells: ${keyTypes.join(", ")}`, default: "name" },
    out: { value: "<file>", does: "the file to write; without it, the standard output" },
  },
  environment: {
    GRIDLESS_URL: "where the server is",
    GRIDLESS_TOKEN: "an access token with table|read and field|read (default: that of npm start)",
    GRIDLESS_DATA: "the data folder of npm start (default .gridless)",
  },
  examples: [
    "npm run types --silent -- bse4mSa1Cw6nZ8tQ0Yh > base.ts",
    "GRIDLESS_URL=https://tables.example.org npm run types -- bse4mSa1Cw6nZ8tQ0Yh --out base.ts",
  ],
} as const;

await runCommand(command, async ({ options, words: [baseId] }) => {
  if (!baseId) throw new UsageError("say which base: npm run types -- <baseId>");
  const keys = keyTypes.find((each) => each === options.keys);
  if (!keys) throw new UsageError(`--keys must be one of ${keyTypes.join(", ")}`);
  const started = readDevJson(process.env["GRIDLESS_DATA"] || ".gridless");
  const url = options.url ?? process.env["GRIDLESS_URL"] ?? started?.url;
  const token = process.env["GRIDLESS_TOKEN"] ?? started?.token;
  if (!url || !token) throw new StartError("no server is running here: set GRIDLESS_URL and GRIDLESS_TOKEN");
  const text = await readTypes(
    `${url.replace(/\/$/, "")}/base/${baseId}/types.ts?fieldKeyType=${keys}`,
    token,
  );
  if (options.out) writeFileSync(options.out, text);
  else process.stdout.write(text);
});

async function readTypes(address: string, token: string): Promise<string> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } }).catch((cause) => {
    throw new StartError(`${address} does not answer: is the server running there?`, { cause });
  });
  const text = await answer.text();
  if (answer.ok) return text;
  const { message } = parse(text) ?? {};
  throw new StartError(`${address}: ${answer.status} ${message ?? "is this the API?"}`);
}

function parse(text: string): { message?: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
