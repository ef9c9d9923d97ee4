/* What docs/operations says of settings and alarms is what the code has: everything, and nothing else. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, test } from "vitest";
import { cors } from "#lib/http/cors";
import { projectFolder, readRegistry } from "#lib/registry";
import { Alarms } from "#lib/stack/alarms";
import { readSettings } from "#lib/stack/settings";
import { storeTable } from "#lib/stack/store-table";
import { forgetSettings } from "#test/support/run/own-settings";
import { edgeLines } from "../bin/cost/edge.ts";
import { idleCost, idleLines } from "../bin/cost/idle.ts";
import { columnsOf, type Lids, mostBilledLines } from "../bin/cost/most-billed.ts";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const settings = read("docs/operations/settings.md");
const runbook = read("docs/operations/runbook.md");
const { context } = JSON.parse(read("cdk.json")) as { context: Record<string, string | number | boolean> };
const lids: Lids = JSON.parse(read("cdk.json")).context;

/** The cells of the rows whose first cell is a name in backticks. */
const rowsIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe("docs/operations/settings.md", () => {
  const namesIn = (text: string) => text.match(/GRIDLESS_[A-Z]+(?:_[A-Z]+)*/g) ?? [];

  test("has a row for each variable that the code reads or sets, and for no other", () => {
    const files = globSync("{bin,functions,lib,test}/**/*.{ts,cjs}", { cwd: projectFolder });
    const known = new Set([...files, "package.json"].flatMap((file) => namesIn(read(file))));
    const rows = rowsIn(settings).flatMap(([name = ""]) => namesIn(name));
    expect(rows.toSorted()).toEqual([...known].toSorted());
  });

  test("names no variable in its text that has no row", () => {
    const rows = new Set(rowsIn(settings).flatMap(([name = ""]) => namesIn(name)));
    expect(namesIn(settings).filter((name) => !rows.has(name))).toEqual([]);
  });

  test("has the settings of a server that npm test takes out of the environment of a shell", () => {
    const start = settings.slice(settings.indexOf("### Read by `npm start`"));
    const names = rowsIn(start.slice(0, start.indexOf("### Who may call"))).flatMap(([cell = ""]) =>
      [...cell.matchAll(/`([A-Z_\d]+)`/g)].map(([, name = ""]) => name),
    );
    const environment = Object.fromEntries([...names, "AWS_PROFILE"].map((name) => [name, "x"]));
    delete environment["AWS_ENDPOINT_URL_DYNAMODB"];
    forgetSettings(environment);
    expect(Object.keys(environment)).toEqual([
      ...[
        "GRIDLESS_STORE",
        "GRIDLESS_ENGINE",
        "GRIDLESS_MEMORY",
        "GRIDLESS_PAGES_PER_NOTE",
        "NODE_COMPILE_CACHE",
      ],
      ...["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
    ]);
  });

  test("names the headers that pages of other origins may send and read", () => {
    const [, sent = "", seen = ""] =
      /may send (.*?)\.\nThey may read (.*?)\. They cannot send cookies/s.exec(settings) ?? [];
    const namesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(namesOf(sent)).toEqual(cors.headers);
    expect(namesOf(seen)).toEqual(cors.exposed);
  });

  test("has the default of each setting of cdk.json", () => {
    const own = Object.entries(context).filter(([name]) => !name.includes("-"));
    const wanted = own.map(([name, value]) => [`\`${name}\``, value === "" ? "none" : `\`${value}\``]);
    const start = settings.indexOf("## Of a process");
    expect(
      rowsIn(settings.slice(0, start))
        .map((cells) => cells.slice(0, 2))
        .toSorted(),
    ).toEqual(wanted.toSorted());
  });
});

test("docs/operations/most-billed.md has the lines that bin/cost.ts computes", async () => {
  const { consumers } = await readRegistry();
  const lines = mostBilledLines(columnsOf(lids), consumers.length);
  for (const table of [lines, edgeLines()])
    expect(read("docs/operations/most-billed.md")).toContain(`\n${table.join("\n")}\n`);
});

test("docs/operations/costs.md and deploy.md have what bin/cost.ts computes for an idle stack", async () => {
  const { consumers, schedules } = await readRegistry();
  const everyMinutes = schedules.map(({ handler }) => handler.schedule.everyMinutes);
  const idle = { consumers: consumers.length, everyMinutes };
  expect(read("docs/operations/costs.md")).toContain(`\n${idleLines(idle).join("\n")}\n`);
  expect(read("docs/operations/deploy.md")).toContain(
    `An idle stack costs ${idleCost(idle).toFixed(0)} USD a month`,
  );
});

describe("docs/operations/runbook.md", () => {
  const sections = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title = ""]) => title);

  test("has a section for each alarm, and for no other", () => {
    // with the one that a setting adds
    const app = new App({ context: { ...context, canary: "on" } });
    const stack = new Stack(app, "Stack");
    const own = readSettings(app);
    const alarms = new Alarms(stack, "Alarms", {
      api: new HttpApi(stack, "Api"),
      store: storeTable(stack, own),
      tooMany: new Metric({ namespace: "Gridless", metricName: "TooManyRequests" }),
      settings: own,
    });
    const reader = new LambdaFunction(stack, "Reader", {
      code: Code.fromInline("exports.handler = () => {}"),
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
    });
    alarms.watchStream("", reader);
    alarms.watchDeadLetters("", new Queue(stack, "Queue"));
    const made = Object.keys(Template.fromStack(stack).findResources("AWS::CloudWatch::Alarm"));
    // an id ends with 8 characters of a hash
    const names = made.map((id) => id.replace(/^Alarms/, "").slice(0, -8));
    const titles = names.map((name) => (/^(Behind|DeadLetters)$/.test(name) ? `…${name}` : name));
    expect(sections.toSorted()).toEqual(titles.toSorted());
  });

  test("says of each consumer what its dead letters mean", async () => {
    const { consumers } = await readRegistry();
    const start = runbook.indexOf("### …DeadLetters");
    const rows = rowsIn(runbook.slice(start)).map(([name]) => name);
    expect(rows.toSorted()).toEqual(
      [...consumers.map(({ operation }) => `\`${operation}\``), "`dispatchChanges`"].toSorted(),
    );
  });
});
