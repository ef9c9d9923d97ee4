/* npm run types: the types of a base compile, whatever its tables and fields are called, and say what cells and filters can be. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldTypeNames, fieldTypes } from "#lib/engine/field-types/index";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { type Server, startServer } from "#test/support/requests/server";

const run = promisify(execFile);
const { folder, remove } = temporaryFolder();
const data = path.join(folder, "data");
let server: Server;

beforeAll(async () => {
  server = await startServer(data);
});
afterAll(async () => {
  await server.stop("SIGTERM");
  remove();
});

async function post(address: string, body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${server.dev.token}`, "content-type": "application/json" };
  const answer = await fetch(server.dev.url + address, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as { id: string };
}

/** A base of its own with these tables. */
async function makeBase(tables: object[]): Promise<string> {
  const { id } = await post("/base", { spaceId: server.dev.spaceId, name: "Odd */ base" });
  for (const table of tables) await post(`/base/${id}/table/`, { records: [], ...table });
  return id;
}

const types = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, ["bin/types.ts", ...args], { env: { ...process.env, GRIDLESS_DATA: data, ...env } });

/** What the compiler says about these files. */
async function compile(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const config = path.join(folder, "tsconfig.json");
  const names = Object.keys(files);
  const compilerOptions = { types: [], noUnusedLocals: false };
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(projectFolder, "tsconfig.json"),
      compilerOptions,
      include: [],
      files: names,
    }),
  );
  const tsc = path.join(projectFolder, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", config]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

const select = {
  type: "singleSelect",
  name: "State",
  options: { choices: [{ name: "open" }, { name: 'do"ne' }] },
};

test("cells, requests and filters have the types of their fields; what is wrong does not compile", async () => {
  const fields = [
    { type: "singleLineText", name: "Task" },
    select,
    { type: "number", name: "Hours" },
    { type: "date", name: "Due" },
    { type: "user", name: "Who", options: { isMultiple: true } },
    { type: "autoNumber", name: "No" },
    { type: "link", name: "Parent", options: { relationship: "manyOne", foreignTableId: "self" } },
  ];
  const baseId = await makeBase([{ name: "Tasks", fields }]);
  const file = path.join(folder, "base.ts");
  await types([baseId, "--out", file]);
  const use = `
import type { Filter, Tasks, TasksFilterItem, TasksSent } from "./base.ts";
declare const cells: Tasks;
export const state: "open" | 'do"ne' | undefined = cells.State;
export const names: string[] | undefined = cells.Who?.map(({ title }) => title);
export const no: number | undefined = cells.No;
export const parent: string | undefined = cells.Parent?.title;
// the field that shows the same links from the other side
export const children: string[] | undefined = cells["Tasks"]?.map(({ id }) => id);
export const linked: TasksSent = { Parent: { id: "rec1" }, Tasks: [{ id: "rec2" }] };
// @ts-expect-error one record
export const two: TasksSent = { Parent: [{ id: "rec1" }] };
// @ts-expect-error computed
cells.No = 3;
export const sent: TasksSent = { Task: "Plan", State: "open", Hours: null, Who: [{ id: "usr1" }] };
export const whole: TasksSent = cells;
// @ts-expect-error no such choice
export const closed: TasksSent = { State: "closed" };
// @ts-expect-error no such field
export const typo: TasksSent = { Taks: "Plan" };
export const filter: Filter<TasksFilterItem> = { conjunction: "and", filterSet: [
  { fieldId: "Hours", operator: "isGreater", value: 3 },
  { fieldId: "State", operator: "isAnyOf", value: ["open"] },
  { fieldId: "Due", operator: "isBefore", value: { mode: "today", timeZone: "UTC" } },
  { fieldId: "Parent", operator: "isAnyOf", value: ["rec1"] },
  { conjunction: "or", filterSet: [{ fieldId: "Task", operator: "isEmpty", value: null }] },
] };
// @ts-expect-error numbers do not contain
export const operator: Filter<TasksFilterItem> = { conjunction: "and", filterSet: [{ fieldId: "Hours", operator: "contains", value: 3 }] };
`;
  expect(await compile({ "base.ts": readFileSync(file, "utf8"), "use.ts": use })).toBe("");
});

test("any name of a table or field, and twins, give types that compile", async () => {
  const names = [
    "class",
    "String",
    "Person",
    "Filter",
    "Tables",
    "Tasks",
    "tasks",
    "Tasks Sent",
    "任务 😀",
    "3 😀*/",
    "__proto__",
    "日本",
    "a-b",
    "a b",
    " ",
  ];
  const fields = [
    "Name",
    "class",
    "__proto__",
    "*/ end",
    "constructor",
    'quo"te\\',
    "名前 😀",
    "new\u2028line",
    "a.b",
    "1",
    "$x`",
  ];
  const odd = fields.map((name) => ({ type: "singleLineText", name }));
  const tables = names.filter((name) => name.trim()).map((name) => ({ name, fields: odd }));
  const every = fieldTypeNames
    .filter((type) => type !== "rollup")
    .map((type) => ({
      type,
      options: {
        ...(fieldTypes.get(type)?.initialOptions() as object),
        ...(type === "link" && { foreignTableId: "self" }),
        ...(type === "formula" && { expression: "NOW()" }),
      },
    }));
  const baseId = await makeBase([...tables, { name: "Every type", fields: every }]);
  for (const keys of ["name", "id", "dbFieldName"]) {
    const { stdout } = await types([baseId, "--keys", keys]);
    expect(await compile({ "base.ts": stdout })).toBe("");
    expect(stdout.match(/^export type \w+FilterItem =/gm)).toHaveLength(tables.length + 1);
  }
});

test("a base that there is not, a server that does not answer and unknown keys are one line each", async () => {
  const failed = (args: string[], env = {}) =>
    types(args, env).then(
      () => "no error",
      (error: { stderr: string; code: number }) => `${error.code} ${error.stderr}`,
    );
  expect(await failed(["bse4mSa1Cw6nZ8tQ0Yh"])).toMatch(/^1 .*404 There is no base.*\n$/);
  expect(await failed(["bse4mSa1Cw6nZ8tQ0Yh", "--url", "http://127.0.0.1:1"])).toMatch(
    /^1 .*does not answer.*\n$/,
  );
  expect(await failed([])).toMatch(/^2 say which base.*\n$/);
  expect(await failed(["bse4mSa1Cw6nZ8tQ0Yh", "--keys", "key"])).toMatch(/^2 --keys must be one of.*\n$/);
});
