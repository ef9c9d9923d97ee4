/* Tries every action with the credentials of every function: its role allows what its code needs, and nothing else. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { App } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import type { Definition } from "#lib/http/definition";
import { type AnyFunction, isEndpoint, isFallback, projectFolder } from "#lib/registry";
import { constantsOf } from "#lib/stack/bundles/constants";
import { deployedOf } from "#lib/stack/functions/deployed";
import { derivedActions, looksUpCallers } from "#lib/stack/functions/permissions";
import { readSettings } from "#lib/stack/settings";
import { changingByGet } from "#test/support/requests/changing-by-get";
import { allowed, clientOf, environments, mayMarkTokens } from "./functions.ts";
import { ask, registry } from "./support.ts";

const functions = deployedOf(registry).filter(({ members }) => members.some(isCalled));
const { context } = JSON.parse(readFileSync(path.join(projectFolder, "cdk.json"), "utf8"));
const aiModels = process.env["GRIDLESS_AI_MODELS"] ?? "";
const settings = readSettings(new App({ context: { ...context, aiModels } }));
const { actionsOf } = await derivedActions(registry, constantsOf(settings, registry.consumers));
function isCalled(each: AnyFunction): boolean {
  return isEndpoint(each) || isFallback(each);
}
const nowhere = { method: "GET", path: "/nothing" } as const;
const store = process.env["GRIDLESS_STORE"] ?? "";

/** Another table of the same account, with the same keys. */
async function anotherTable(): Promise<string> {
  const { TableDescription } = await new DynamoDB().createTable({
    TableName: `other-${crypto.randomUUID()}`,
    AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    BillingMode: "PAY_PER_REQUEST",
  });
  return TableDescription?.TableName ?? "";
}

describe.runIf(process.platform === "linux")("the role of", async () => {
  // a function that has just responded has a process
  let running: ReturnType<typeof environments> = new Map();
  for (const { members } of functions) {
    const [each] = members;
    const { method, path } = isEndpoint(each) ? each.handler.definition : nowhere;
    await ask(method, path.replace(/[{}]/g, ""));
    running = new Map([...running, ...environments()]);
  }
  const other = await anotherTable();

  test.each(functions)("$operation", async ({ operation, members }) => {
    const env = running.get(operation);
    expect(env, "it runs").toBeDefined();
    const client = clientOf(env ?? {});
    const may = await allowed(client, store);
    // functions access files with signed addresses, which test/functions/attachment tests
    const needed = new Set(members.flatMap(actionsOf));
    expect(may).toEqual([...needed].filter((action) => !action.startsWith("s3:")).sort());
    expect(await allowed(client, other)).toEqual([]);
    // functions that look up tokens record their use, which allows no other change
    const marks = members.some(looksUpCallers) || may.includes("dynamodb:UpdateItem");
    expect(await mayMarkTokens(client, store)).toBe(marks);
    expect(await mayMarkTokens(client, other)).toBe(false);

    // the start page asks whether a person is signed in
    const isOpen = ({ area, operation: name }: AnyFunction) =>
      (["docs", "default"].includes(area) && name !== "getStart") || name === "getHealth";
    if (members.every(isOpen)) expect(may).toEqual([]);
    const [each, ...others] = members;
    // pages of a group may what any of them needs
    if (others.length > 0) return;
    const writes = may.filter((action) => /Put|Update|Delete/.test(action));
    const { method }: Pick<Definition, "method"> = isEndpoint(each) ? each.handler.definition : nowhere;
    if (method === "GET" && !changingByGet.includes(each.operation)) expect(writes).toEqual([]);
  });
});
