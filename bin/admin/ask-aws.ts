/*
 * Requests to services of AWS for which the SDK's client would be a package more, for one request alone. Credentials and the region are found as the
 * SDK finds them: environment, profile, sign-on, role.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { StartError } from "#lib/local/process/start-error";

/** Whose account it is, and where. What is absent is taken from the environment. */
export interface AccessGiven {
  region?: string | undefined;
  profile?: string | undefined;
}

export interface Access {
  region: string;
  /** Asked before each request, since credentials may end. */
  credentials: DynamoDBClient["config"]["credentials"];
}

/** Throws a StartError if there is no region, or there are no credentials. */
export async function findAccess({ region: given, profile }: AccessGiven = {}): Promise<Access> {
  // any client of the SDK finds both in the same way
  const client = new DynamoDBClient({ ...(given && { region: given }), ...(profile && { profile }) });
  try {
    const region = await client.config.region();
    await client.config.credentials();
    return { region, credentials: client.config.credentials };
  } catch (error) {
    const named = profile ?? process.env["AWS_PROFILE"];
    const advice = named ? `the profile is ${named}` : "set AWS_PROFILE, or give --region and credentials";
    throw new StartError(`${reasonOf(error)}: ${advice}`, { cause: error });
  }
}

interface Asked {
  /** The service, for people. */
  name: string;
  /** The name by which requests are signed: cloudformation, lambda, monitoring. */
  service: string;
  /** The variable with another address, as the SDK names it, without AWS_ENDPOINT_URL_. */
  variable: string;
  method?: "GET" | "POST";
  path?: string;
  query?: Record<string, string>;
  /** The parameters of an operation of the query protocol. */
  form?: Record<string, string>;
}

/** What the service answers, as text. Throws a StartError if it does not answer. */
export async function askAws(
  { region, credentials }: Access,
  { name, service, variable, method = "POST", path = "/", query = {}, form }: Asked,
): Promise<{ ok: boolean; status: number; text: string }> {
  const address = addressOf(service, variable, region);
  const explain = (error: unknown): never => {
    throw new StartError(`${name} in ${region} does not answer: ${reasonOf(error)}`, { cause: error });
  };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const body = form && new URLSearchParams(form).toString();
  const { headers } = await signer
    .sign({
      method,
      protocol: address.protocol,
      hostname: address.hostname,
      ...(address.port && { port: Number(address.port) }),
      path,
      query,
      headers: {
        host: address.host,
        ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(body !== undefined && { body }),
    })
    .catch(explain);
  const { host: _, ...sent } = headers;
  const signal = AbortSignal.timeout(20_000);
  const target = new URL(path, address);
  target.search = new URLSearchParams(query).toString();
  const response = await fetch(target, {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
    signal,
  }).catch(explain);
  return { ok: response.ok, status: response.status, text: await response.text().catch(explain) };
}

function addressOf(service: string, variable: string, region: string): URL {
  const names = [`AWS_ENDPOINT_URL_${variable}`, "AWS_ENDPOINT_URL"];
  const named = names.find((each) => process.env[each]);
  const own = named && process.env[named];
  if (own && !URL.canParse(own))
    throw new StartError(`${named} must be an address, not ${JSON.stringify(own)}`);
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return new URL(own || `https://${service}.${region}.${domain}`);
}

/** What went wrong, of an error or of its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The text of the first element of XML with this name. */
export function textIn(xml: string, name: string): string | undefined {
  const [, after] = xml.split(`<${name}>`, 2);
  return after
    ?.split(`</${name}>`, 1)[0]
    ?.replace(/&(lt|gt|quot|apos|amp);/g, (_, sign: Sign) => signs[sign]);
}

/** The elements with this name, each with what is in it. */
export const elementsIn = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((each) => each.split(`</${name}>`, 1)[0] ?? "");

const signs = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" } as const;
type Sign = keyof typeof signs;
