/* Runs `cdk` commands on the stack, as a user would. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "./emulator.ts";
import { folders } from "./folders.ts";
import { lastLines, run } from "./processes.ts";

export interface Deployed {
  /** The address of the deployed API at the emulator. */
  apiUrl: string;
  /** The address that the API would have on AWS, and that it uses in its own links. */
  origin: string;
  storeName: string;
  /** The bucket of attachments. */
  bucketName: string;
  /** What the deployment says to call for the first administrator. */
  adminCommand: string;
}

interface Template {
  Resources: Record<string, { Type: string; DeletionPolicy?: string }>;
}

const plain = ["--no-notices", "--no-color", "--ci"];

/** The models that may fill cells in the tests: one by its own name, one by a profile. */
export const aiModels = "m=amazon.nova-micro-v1:0 wide=us.amazon.nova-lite-v1:0";

/** Sign-up must be open for the tests. */
const settings = ["-c", "signUp=open", "-c", `aiModels=${aiModels}`];

/** The folder of the templates, and the summary of bin/app.ts. */
export async function synth({ env }: Emulator, name: string, context: string[] = []) {
  const out = path.join(folders.run, name);
  const options = ["--quiet", "--output", out, ...settings, ...context, ...plain];
  // the second templates take the bundles of the first, except where a setting is compiled into them
  const bundles = process.env["GRIDLESS_BUNDLES"] ?? path.join(folders.run, "bundles");
  // the CDK's own validation only warns; cfn-lint checks the templates
  const more = { GRIDLESS_BUNDLES: bundles, CDK_VALIDATION: "false" };
  const output = await run("cdk", ["synth", ...options], { name, env: { ...env, ...more } });
  return { out, summary: lastLines(output, 1) };
}

export const bootstrap = ({ env }: Emulator) =>
  run("cdk", ["bootstrap", `aws://${env["CDK_DEFAULT_ACCOUNT"]}/${env["CDK_DEFAULT_REGION"]}`, ...plain], {
    name: "bootstrap",
    // outside the project's folder, because bootstrapping needs no app and would synthesize ours
    cwd: folders.run,
    env,
  });

/** Deploys the templates in the folder `out`, or updates the stack with them. */
export async function deploy({ env, url }: Emulator, out: string, name: string): Promise<Deployed> {
  const outputs = path.join(folders.run, `${name}.json`);
  const options = ["--require-approval", "never", "--outputs-file", outputs];
  await run("cdk", ["deploy", "--app", out, ...options, ...plain], { name, env });
  const [stack] = Object.values(
    JSON.parse(readFileSync(outputs, "utf8")) as Record<string, Record<string, string>>,
  );
  const { ApiUrl = "", StoreName = "", AttachmentsName = "", AdminCommand = "" } = stack ?? {};
  const apiId = new URL(ApiUrl).hostname.split(".", 1)[0];
  const apiUrl = `${url}/_aws/execute-api/${apiId}/$default`;
  return {
    ...{ apiUrl, origin: new URL(ApiUrl).origin, storeName: StoreName, bucketName: AttachmentsName },
    adminCommand: AdminCommand,
  };
}

export const destroy = ({ env }: Emulator, out: string) =>
  run("cdk", ["destroy", "--app", out, "--force", ...plain], { name: "destroy", env });

/** Imports the store and the bucket that a deleted stack retained, as docs/operations says. */
export async function adopt(
  { env }: Emulator,
  out: string,
  { storeName, bucketName }: Deployed,
): Promise<void> {
  const { Resources } = JSON.parse(
    readFileSync(path.join(out, "Gridless.template.json"), "utf8"),
  ) as Template;
  const idOf = (type: string) => Object.keys(Resources).find((id) => Resources[id]?.Type === type) ?? "";
  const retained = {
    [idOf("AWS::DynamoDB::Table")]: { TableName: storeName },
    [idOf("AWS::S3::Bucket")]: { BucketName: bucketName },
  };
  const mapping = path.join(folders.run, "retained.json");
  writeFileSync(mapping, JSON.stringify(retained));
  await run("cdk", ["import", "Gridless", "--app", out, "--resource-mapping", mapping, ...plain], {
    name: "import",
    env,
  });
}
