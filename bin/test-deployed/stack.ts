/* Runs `cdk` commands on the stack, as a user would. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { firstSettings } from "./changed-settings.ts";
import type { Emulator } from "./emulator.ts";
import { folders } from "./folders.ts";
import { lastLines, run } from "./processes.ts";

export interface Deployed {
  /** The address of the deployed API at the emulator; empty if CloudFront is before it, where it stays what it was. */
  apiUrl: string;
  /** The address that the API would have on AWS, and that it uses in its own links. */
  origin: string;
  storeName: string;
  /** The host of CloudFront, if it is before the API: then `origin` is there. */
  cdnHost?: string;
  /** The bucket of attachments. */
  bucketName: string;
  /** What the deployment says to call for the first administrator. */
  adminCommand: string;
}

/** The name of the stack, as the command for the first administrator has it. */
export const stackOf = ({ adminCommand }: Pick<Deployed, "adminCommand">): string =>
  / --stack (\S+)/.exec(adminCommand)?.[1] ?? "";

interface Template {
  Resources: Record<string, { Type: string; DeletionPolicy?: string }>;
}

const ownApp = path.join(import.meta.dirname, "app.ts");
const plain = ["--no-notices", "--no-color", "--ci"];

/** For all templates. */
const settings = optionsOf(firstSettings);

function optionsOf(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The folder of the templates, and the summary of bin/app.ts. With other settings: of app.ts here. */
export async function synth({ env }: Emulator, name: string, changed?: Record<string, string | number>) {
  const out = path.join(folders.run, name);
  const app = changed ? ["--app", `node --require ./bin/require-node-24.cjs ${ownApp}`] : [];
  const options = ["--quiet", "--output", out, ...app, ...settings, ...optionsOf(changed ?? {}), ...plain];
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
  const { hostname, origin } = new URL(ApiUrl);
  const kept = { origin, storeName: StoreName, bucketName: AttachmentsName, adminCommand: AdminCommand };
  if (hostname.endsWith(".cloudfront.net")) return { ...kept, apiUrl: "", cdnHost: hostname };
  return { ...kept, apiUrl: `${url}/_aws/execute-api/${hostname.split(".", 1)[0]}/$default` };
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
