/*
 * The outputs of a deployed stack, asked of CloudFormation by one signed request: the SDK's client for it would be a package more, for this
 * alone. Credentials and the region are found as the SDK finds them: environment, profile, sign-on, role.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { StartError } from "#lib/local/process/start-error";

/** The names and values. Throws StartError if there is no such stack, or AWS does not answer. */
export async function readStackOutputs(stack: string): Promise<ReadonlyMap<string, string>> {
  const { region, credentials } = await findAccess();
  const address = addressIn(region);
  const body = new URLSearchParams({
    Action: "DescribeStacks",
    Version: "2010-05-15",
    StackName: stack,
  }).toString();
  const signer = new SignatureV4({ service: "cloudformation", region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign({
    method: "POST",
    protocol: address.protocol,
    hostname: address.hostname,
    ...(address.port && { port: Number(address.port) }),
    path: address.pathname,
    headers: { host: address.host, "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  const { host: _, ...sent } = headers;
  const signal = AbortSignal.timeout(20_000);
  const response = await fetch(address, { method: "POST", headers: sent, body, signal }).catch((error) => {
    throw new StartError(`CloudFormation in ${region} does not answer: ${reasonOf(error)}`, { cause: error });
  });
  const text = await response.text();
  if (!response.ok)
    throw new StartError(
      `CloudFormation in ${region} refuses to show the stack ${stack}: ${textIn(text, "Message") ?? response.status}`,
    );
  const [, all = ""] = text.split("<Outputs>");
  const [outputs = ""] = all.split("</Outputs>");
  return new Map(
    outputs
      .split("</member>")
      .map((member) => [textIn(member, "OutputKey") ?? "", textIn(member, "OutputValue") ?? ""]),
  );
}

/** Any client of the SDK finds both in the same way. */
async function findAccess() {
  const client = new DynamoDBClient();
  try {
    const region = await client.config.region();
    return { region, credentials: await client.config.credentials() };
  } catch (error) {
    throw new StartError(`${reasonOf(error)}: set AWS_PROFILE, or give --region and credentials`, {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}

function addressIn(region: string): URL {
  const own = process.env["AWS_ENDPOINT_URL_CLOUDFORMATION"] || process.env["AWS_ENDPOINT_URL"];
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return new URL(own || `https://cloudformation.${region}.${domain}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The text of the first element with this name. */
function textIn(xml: string, name: string): string | undefined {
  const [, after] = xml.split(`<${name}>`, 2);
  return after
    ?.split(`</${name}>`, 1)[0]
    ?.replace(/&(lt|gt|quot|apos|amp);/g, (_, sign: Sign) => signs[sign]);
}

const signs = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" } as const;
type Sign = keyof typeof signs;
