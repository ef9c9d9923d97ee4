/*
 * npm run admin -- restore, against a stand-in for the services of AWS that it asks: what it refuses, and that it goes on after it was ended. The whole restore is rehearsed
 * on an emulator (bin/test-deployed/restore.ts).
 */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { runProgram } from "#test/support/requests/run-program";

const outputs: Record<string, string> = { StoreName: "store", AttachmentsName: "bucket" };
const described = `<DescribeStacksResponse><Outputs>${Object.entries(outputs)
  .map(
    ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  .join("")}</Outputs></DescribeStacksResponse>`;
const hourAgo = Math.floor(Date.now() / 1000) - 3600;
const at = new Date(1000 * hourAgo).toISOString().replace(".000Z", "Z");

const alreadyOn = { type: "ValidationException", message: "TimeToLive is already enabled" };

/** What AWS refuses: to restore, or `of`. `isDone`: another caller has done it meanwhile. */
interface Problem {
  type: string;
  message: string;
  of?: string;
  isDone?: boolean;
}

interface Table {
  [member: string]: unknown;
  ttl?: string;
  recovery?: string;
}

/** AWS with these tables; a table is restored after it was described twice. `changed` are the calls that changed something. */
async function aws(tables: Record<string, Table>, problem?: Problem) {
  const changed: string[] = [];
  let isBusy = 0;
  /** Hears of each call that changed something; `child` is the command that was begun last. */
  const heard: { change(step: string): void; child?: ChildProcess } = { change() {} };
  /** Describes of a new table that do not find it yet. */
  let isHidden = 0;
  const answers: Record<string, (asked: Record<string, string>, table: Table) => unknown> = {
    DescribeTable: ({ TableName = "" }, table) => ({
      Table: {
        TableName,
        TableArn: `arn:aws:dynamodb:eu-west-1:1:table/${TableName}`,
        ...table,
        TableStatus: isBusy-- > 0 ? "CREATING" : (table["status"] ?? "ACTIVE"),
      },
    }),
    RestoreTableToPointInTime: ({ TargetTableName = "", RestoreDateTime }) => {
      isBusy = 2;
      isHidden = 2;
      tables[TargetTableName] = restored(Number(RestoreDateTime));
      return {};
    },
    DescribeTimeToLive: (_, { ttl }) => ({
      TimeToLiveDescription: { TimeToLiveStatus: ttl ? "ENABLING" : "DISABLED", AttributeName: ttl },
    }),
    UpdateTimeToLive: (_, table) => {
      table.ttl = "expiresAt";
      return {};
    },
    DescribeContinuousBackups: (_, { recovery = "DISABLED" }) => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: "ENABLED",
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recovery },
      },
    }),
    UpdateContinuousBackups: (_, table) => {
      table.recovery = "ENABLED";
      return {};
    },
    UpdateTable: ({ TableName: _, ...settings }, table) => {
      Object.assign(table, settings);
      // as AWS says that there is no limit
      if (settings["OnDemandThroughput"])
        table["OnDemandThroughput"] = {
          ...{ MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 },
          ...Object(settings["OnDemandThroughput"]),
        };
      return {};
    },
    ListTagsOfResource: ({ ResourceArn = "" }) => ({
      Tags: tables[ResourceArn.split("/")[1] ?? ""]?.["Tags"],
    }),
    TagResource: ({ ResourceArn = "", Tags }) =>
      Object.assign(tables[ResourceArn.split("/")[1] ?? ""] ?? {}, { Tags }) && {},
    // the epoch of the logs
    GetItem: () => ({}),
    TransactWriteItems: () => ({}),
    PutItem: () => ({}),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
    if (!target) return response.end(described);
    const asked = JSON.parse(body);
    const name = asked.TableName ?? asked.TargetTableName ?? "";
    const refuse = (type: string, message: string) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message }));
    const hides = target === "DescribeTable" && name !== "store" && isHidden-- > 0;
    if (target.startsWith("Describe") && (!tables[name] || hides))
      return refuse("ResourceNotFoundException", "not found");
    if (target === "RestoreTableToPointInTime" && tables[name])
      return refuse("TableAlreadyExistsException", "Table already exists");
    if (!/^(Describe|List|Get)/.test(target)) changed.push(target);
    const { of = "RestoreTableToPointInTime", isDone = false, type, message } = problem ?? {};
    const isRefused = type !== undefined && message !== undefined && target === of;
    if (isRefused && !isDone) return refuse(type, message);
    const answer = answers[target]?.(asked, tables[name] ?? {});
    if (!/^(Describe|List|Get)/.test(target)) heard.change(target);
    if (isRefused) return refuse(type, message);
    return response
      .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const environment = {
    ...{ AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_REGION: "eu-west-1" },
    ...{ AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" },
  };
  const restore = async (...args: string[]) => {
    const command = ["bin/admin.ts", "restore", "--stack", "gridless-x", ...args];
    const { code, stdout, stderr } = await runProgram(command, environment, (child) => (heard.child = child));
    return { stdout, stderr: stderr.trim(), code };
  };
  return { changed, heard, restore };
}

const restored = (seconds: number, source = "store"): Table => ({
  RestoreSummary: {
    SourceTableArn: `arn:aws:dynamodb:eu-west-1:1:table/${source}`,
    RestoreDateTime: seconds,
    RestoreInProgress: false,
  },
});

test("a new table gets each setting, also what the present one has; called again, nothing more is set", async () => {
  const tables: Record<string, Table> = {
    store: {
      OnDemandThroughput: { MaxReadRequestUnits: 200, MaxWriteRequestUnits: 50 },
      Tags: [
        { Key: "team", Value: "a" },
        { Key: "aws:cloudformation:stack-name", Value: "x" },
      ],
    },
  };
  const { changed, restore } = await aws(tables);
  const first = await restore("--at", at);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const settings = [
    "TTL on expiresAt",
    "stream with new and old images",
    "point-in-time recovery",
    "deletion protection",
    "units a second: 200 read, 50 written at most",
    "tags: team",
  ];
  for (const each of settings) expect(first.stdout).toContain(`  ${each}: set\n`);
  expect(first.stdout).toContain(
    '{"TableName":"store-restored"},"Attachments87B238D3":{"BucketName":"bucket"}',
  );
  // the CDK would take the stage of cdk.json
  for (const word of ["destroy", "import Gridless --resource-mapping left.json", "deploy"])
    expect(first.stdout).toContain(`npx cdk ${word} -c stage=x`);
  expect(tables["store-restored"]).toMatchObject({
    ttl: "expiresAt",
    recovery: "ENABLED",
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    DeletionProtectionEnabled: true,
    OnDemandThroughput: { MaxReadRequestUnits: 200, MaxWriteRequestUnits: 50 },
    Tags: [{ Key: "team", Value: "a" }],
  });

  changed.length = 0;
  const again = await restore("--at", at);
  expect(again.stdout).toContain("store-restored is there: this goes on with it");
  for (const each of settings) expect(again.stdout).toContain(`  ${each}: was set\n`);
  // the followers are reset once more
  expect(changed.filter((call) => !/^(Put|TransactWrite)Items?$/.test(call))).toEqual([]);
});

test.each<[string, Table, string[], RegExp]>([
  [
    "of another time",
    restored(1_795_075_200),
    ["--at", at],
    /^store-restored exists, as it was at 2026-11-19T08:00:00.000Z: give another name by --target/,
  ],
  [
    "that was restored days ago",
    restored(1),
    ["--at", "latest"],
    /^store-restored exists, as it was at 1970/,
  ],
  [
    "of another store",
    restored(hourAgo, "other"),
    ["--at", at],
    /^store-restored exists, and is not restored from it/,
  ],
  ["that was never restored", {}, ["--at", at], /^store-restored exists, and is not restored from it/],
  ["that is in use", {}, ["--at", at, "--target", "store"], /^--target must be a new name/],
  ["with a name that AWS does not take", {}, ["--at", at, "--target", "a b"], /^--target must have 3 to 255/],
])("a table %s is refused in one line, and nothing is changed", async (_, table, args, line) => {
  const { changed, restore } = await aws({ store: {}, "store-restored": table });
  const { code, stderr } = await restore(...args);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(line);
  expect(stderr.split("\n")).toHaveLength(1);
  expect(changed).toEqual([]);
});

test("a unit that the present table does not limit is not limited, and is not named", async () => {
  const { restore } = await aws({ store: { OnDemandThroughput: { MaxWriteRequestUnits: 50 } } });
  const first = await restore("--at", at);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain("  units a second: 50 written at most: set\n");
  expect((await restore("--at", at)).stdout).toContain("  units a second: 50 written at most: was set\n");
});

test("what another call of the command has set meanwhile is taken as it is", async () => {
  const { restore } = await aws({ store: {} }, { of: "UpdateTimeToLive", isDone: true, ...alreadyOn });
  expect(await restore("--at", at)).toMatchObject({ code: 0, stderr: "" });
});

test("what AWS refuses to set is said in its words", async () => {
  const { restore } = await aws({ store: {} }, { of: "UpdateTimeToLive", ...alreadyOn });
  expect(await restore("--at", at)).toMatchObject({ code: 1, stderr: `AWS refuses: ${alreadyOn.message}` });
});

test("what AWS refuses is said in its words", async () => {
  const message = "RestoreDateTime is before the earliest restorable time";
  const { restore } = await aws({ store: {} }, { type: "InvalidRestoreTimeException", message });
  expect(await restore("--at", at)).toMatchObject({ code: 1, stderr: `AWS refuses: ${message}` });
});

test("a table that does not become active is not waited for", async () => {
  const stuck = { ...restored(hourAgo), status: "INACCESSIBLE_ENCRYPTION_CREDENTIALS" };
  const { changed, restore } = await aws({ store: {}, "store-restored": stuck });
  const { code, stderr } = await restore("--at", at);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toBe(
    "the table store-restored is INACCESSIBLE_ENCRYPTION_CREDENTIALS, and does not become active by itself",
  );
  expect(changed).toEqual([]);
});

test("killed after each of its steps it goes on, and does none of them twice", async () => {
  const tables: Record<string, Table> = {
    store: { OnDemandThroughput: { MaxReadRequestUnits: 200 }, Tags: [{ Key: "team", Value: "a" }] },
  };
  const { changed, heard, restore } = await aws(tables);
  const steps: string[] = [];
  // the last step is the one that resets followers
  while (!/^(Put|TransactWrite)Items?$/.test(steps.at(-1) ?? "")) {
    heard.change = (step) => {
      steps.push(step);
      heard.child?.kill("SIGKILL");
    };
    expect((await restore("--at", at)).code).toBeNull();
  }
  heard.change = () => {};
  expect(steps.slice(0, -1)).toEqual([
    ...["RestoreTableToPointInTime", "UpdateTimeToLive", "UpdateTable", "UpdateContinuousBackups"],
    ...["UpdateTable", "UpdateTable", "TagResource"],
  ]);
  changed.length = 0;
  expect(await restore("--at", at)).toMatchObject({ code: 0, stderr: "" });
  expect(changed).toHaveLength(1);
  expect(tables["store-restored"]).toMatchObject({
    ...{ ttl: "expiresAt", recovery: "ENABLED", DeletionProtectionEnabled: true },
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    ...{ OnDemandThroughput: { MaxReadRequestUnits: 200 }, Tags: [{ Key: "team", Value: "a" }] },
  });
}, 120_000);

test("a second call at the same time goes on with the table of the first, and refuses one of another time", async () => {
  const { changed, restore } = await aws({ store: {} });
  const earlier = new Date(1000 * (hourAgo - 1)).toISOString().replace(".000Z", "Z");
  const all = await Promise.all([restore("--at", at), restore("--at", at), restore("--at", earlier)]);
  expect(changed.filter((call) => call.startsWith("Restore"))).toHaveLength(1);
  const isEarlier = all[2].code === 0;
  for (const { code, stderr } of isEarlier ? all.slice(0, 2) : [all[2]]) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/^store-restored exists, as it was at [^\n]+$/);
  }
  for (const each of isEarlier ? [all[2]] : all.slice(0, 2))
    expect(each).toMatchObject({ code: 0, stderr: "" });
});
