/* Where spaces are moved: a server of this machine, a second stack with a store and a bucket alone, and a person who may do just what the guide says. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { projectFolder } from "#lib/registry";
import { ownFormat } from "#lib/store/format/format";
import { type Access, askAws, textIn } from "../../admin/ask-aws.ts";
import { describeStack } from "../../admin/stack-outputs.ts";
import { type Emulator, freePort } from "../emulator.ts";
import { type Environment, environment, folders } from "../folders.ts";
import { end, start } from "../processes.ts";

/** Starts npm start with a data folder of its own. */
export async function startServer(): Promise<{ folder: string; dev: DevJson; stop: () => void }> {
  const folder = path.join(folders.run, "moved");
  // an address that stays, which a space can move to
  const port = await freePort();
  const address = { PORT: `${port}`, GRIDLESS_ORIGIN: `http://127.0.0.1:${port}` };
  const { child, log, ended } = start(process.execPath, [path.join(projectFolder, "bin/serve.ts")], {
    name: "serve",
    // jobs that wait until calls have ended begin soon
    env: { ...environment(), GRIDLESS_DATA: folder, ...address, GRIDLESS_SETTLE_SECONDS: "1" },
  });
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!readFileSync(log, "utf8").includes("Ctrl-C ends")) {
    assert.ok(!isOver, `the server did not start: ${readFileSync(log, "utf8")}`);
    await pause(100);
  }
  const dev = readDevJson(folder);
  assert.ok(dev);
  return { folder, dev, stop: () => end(child.pid) };
}

/** Access to the emulator as the SDK finds it. This process itself has no settings of AWS. */
export function useEmulator({ env }: Emulator): Access {
  for (const name of ["AWS_ENDPOINT_URL", "AWS_REGION"]) process.env[name] = env[name] ?? "";
  const credentials = {
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
  };
  return { region: env["AWS_REGION"] ?? "", credentials: async () => credentials };
}

async function ask(access: Access, service: string, form: Record<string, string>): Promise<string> {
  const { text, ok } = await askAws(access, {
    name: service,
    service,
    variable: service.toUpperCase(),
    form,
  });
  assert.ok(ok, text);
  return text;
}

interface Named {
  stack: string;
  storeName: string;
  bucketName: string;
}

/** Makes a user of IAM with the policy of docs/operations/move-a-space.md; gives the environment of a command with this user's profile, `mover`. */
export async function makeMover(access: Access, { env }: Emulator, named: Named): Promise<Environment> {
  const iam = { Version: "2010-05-08", UserName: "mover" };
  await ask(access, "iam", { ...iam, Action: "CreateUser" });
  await ask(access, "iam", {
    ...{ ...iam, Action: "PutUserPolicy", PolicyName: "move" },
    PolicyDocument: readPolicy({
      ...named,
      region: access.region,
      account: env["CDK_DEFAULT_ACCOUNT"] ?? "",
    }),
  });
  const made = await ask(access, "iam", { ...iam, Action: "CreateAccessKey" });
  const file = path.join(folders.run, "credentials");
  const lines = ["[mover]"];
  lines.push(`aws_access_key_id = ${textIn(made, "AccessKeyId")}`);
  lines.push(`aws_secret_access_key = ${textIn(made, "SecretAccessKey")}`);
  writeFileSync(file, lines.join("\n"), { mode: 0o600 });
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...without } = env;
  return { ...without, AWS_SHARED_CREDENTIALS_FILE: file };
}

/** The policy of the guide, with the names of a stack. */
export function readPolicy({
  region,
  account,
  stack,
  storeName,
  bucketName,
}: Named & { region: string; account: string }): string {
  const guide = readFileSync(path.join(projectFolder, "docs/operations/move-a-space.md"), "utf8");
  const [, policy = ""] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  const named = { region, account, stack, StoreName: storeName, AttachmentsName: bucketName };
  const text = policy.replace(/<(\w+)>/g, (_, name: keyof typeof named) => named[name]);
  return JSON.stringify(JSON.parse(text));
}

const second = "gridless-second";

/** Makes a stack with a table and a bucket, and no functions: what a move finds of a stack. */
export async function makeSecondStack(access: Access): Promise<Named> {
  const Output = (Value: unknown) => ({ Value });
  const template = {
    Resources: {
      Store: {
        Type: "AWS::DynamoDB::Table",
        Properties: {
          BillingMode: "PAY_PER_REQUEST",
          AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
          KeySchema: [
            { AttributeName: "pk", KeyType: "HASH" },
            { AttributeName: "sk", KeyType: "RANGE" },
          ],
          StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
        },
      },
      Files: { Type: "AWS::S3::Bucket" },
    },
    Outputs: {
      StoreName: Output({ Ref: "Store" }),
      AttachmentsName: Output({ Ref: "Files" }),
      ApiUrl: Output("https://two.example.org"),
    },
  };
  await ask(access, "cloudformation", {
    ...{ Action: "CreateStack", Version: "2010-05-15", StackName: second },
    TemplateBody: JSON.stringify(template),
  });
  for (;;) {
    const { status, outputs } = await describeStack(access, second);
    if (status.endsWith("_IN_PROGRESS")) {
      await pause(500);
      continue;
    }
    assert.equal(status, "CREATE_COMPLETE");
    const storeName = outputs.get("StoreName") ?? "";
    await sayFormat(access, storeName);
    return { stack: second, storeName, bucketName: outputs.get("AttachmentsName") ?? "" };
  }
}

/** Writes what a schedule of a stack writes within five minutes. */
export async function sayFormat({ region, credentials }: Access, TableName: string): Promise<void> {
  const client = new DynamoDB({ region, credentials });
  const { format, oldest } = ownFormat;
  await client.putItem({
    TableName,
    Item: {
      ...{ pk: { S: "FORMAT" }, sk: { S: "FORMAT" }, entity: { S: "format" }, version: { N: "1" } },
      ...{ format: { N: String(format) }, oldest: { N: String(oldest) } },
    },
  });
  client.destroy();
}
