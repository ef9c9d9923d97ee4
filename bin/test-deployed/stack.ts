/* What `cdk` does with the stack, as a user of it would. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "./emulator.ts";
import { folders } from "./folders.ts";
import { lastLines, run } from "./processes.ts";

export interface Deployed {
  /** The deployed API; the emulator has no host for each of them. */
  apiUrl: string;
  /** Where it would be in the cloud: what it says of its own address. */
  origin: string;
  storeName: string;
  /** The bucket of attachments. */
  bucketName: string;
}

interface Template {
  Resources: Record<string, { Type: string; DeletionPolicy?: string }>;
}

const plain = ["--no-notices", "--no-color", "--ci"];

/** The tests sign people up. */
const open = ["-c", "signUp=open"];

/** Gives the folder of the templates, and what bin/app.ts says of them. */
export async function synth({ env }: Emulator, name: string, context: string[] = []) {
  const out = path.join(folders.run, name);
  const said = await run("cdk", ["synth", "--quiet", "--output", out, ...open, ...context, ...plain], {
    name,
    env,
  });
  return { out, summary: lastLines(said, 1) };
}

export const bootstrap = ({ env }: Emulator) =>
  run("cdk", ["bootstrap", `aws://${env["CDK_DEFAULT_ACCOUNT"]}/${env["CDK_DEFAULT_REGION"]}`, ...plain], {
    name: "bootstrap",
    // there is no stack to bootstrap for: an app would be synthesized in vain
    cwd: folders.run,
    env,
  });

export async function deploy({ env, url }: Emulator, out: string, name: string): Promise<Deployed> {
  const outputs = path.join(folders.run, `${name}.json`);
  const options = ["--require-approval", "never", "--outputs-file", outputs];
  await run("cdk", ["deploy", "--app", out, ...options, ...plain], { name, env });
  const [stack] = Object.values(
    JSON.parse(readFileSync(outputs, "utf8")) as Record<string, Record<string, string>>,
  );
  const { ApiUrl = "", StoreName = "", AttachmentsName = "" } = stack ?? {};
  const apiId = new URL(ApiUrl).hostname.split(".", 1)[0];
  const apiUrl = `${url}/_aws/execute-api/${apiId}/$default`;
  return { apiUrl, origin: new URL(ApiUrl).origin, storeName: StoreName, bucketName: AttachmentsName };
}

export const destroy = ({ env }: Emulator, out: string) =>
  run("cdk", ["destroy", "--app", out, "--force", ...plain], { name: "destroy", env });

/** Takes up again, as docs/operations says, what a deleted stack left: the store and the bucket. */
export async function adopt(
  { env }: Emulator,
  out: string,
  { storeName, bucketName }: Deployed,
): Promise<void> {
  const { Resources } = JSON.parse(
    readFileSync(path.join(out, "Gridless.template.json"), "utf8"),
  ) as Template;
  const idOf = (type: string) => Object.keys(Resources).find((id) => Resources[id]?.Type === type) ?? "";
  const left = {
    [idOf("AWS::DynamoDB::Table")]: { TableName: storeName },
    [idOf("AWS::S3::Bucket")]: { BucketName: bucketName },
  };
  const mapping = path.join(folders.run, "left.json");
  writeFileSync(mapping, JSON.stringify(left));
  await run("cdk", ["import", "Gridless", "--app", out, "--resource-mapping", mapping, ...plain], {
    name: "import",
    env,
  });
}
