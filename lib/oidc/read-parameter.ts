/*
 * Reads one parameter of AWS Systems Manager, decrypted: one signed request. The SDK's client for it would be one more dependency, and more code
 * than all else of signing in.
 *
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 */
import { createHash, createHmac } from "node:crypto";
import * as z from "zod";
import { AppError } from "#lib/schemas/basics/error";

/** lib/stack/functions/permissions.ts finds by this text that a function may do it. */
const target = "AmazonSSM.GetParameter";
const Answer = z.object({ Parameter: z.object({ Value: z.string().min(1) }) });

/** Gives the value. Throws 503, without the value or the answer in the error, if it cannot be read. */
export async function readParameter(name: string): Promise<string> {
  const region = process.env["AWS_REGION"] ?? "";
  const own = process.env["AWS_ENDPOINT_URL_SSM"] || process.env["AWS_ENDPOINT_URL"];
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const address = new URL(own || `https://ssm.${region}.${suffix}/`);
  const body = JSON.stringify({ Name: name, WithDecryption: true });
  const answer = await fetch(address, {
    method: "POST",
    headers: signedHeaders({ address, body, region, now: new Date() }),
    body,
    signal: AbortSignal.timeout(5000),
  }).catch((cause: unknown) => {
    throw unreadable("could not be reached", cause);
  });
  const text = await answer.text();
  const { data } = Answer.safeParse(answer.ok ? parsed(text) : undefined);
  if (!data) throw unreadable(`answered ${answer.status} ${kindOf(text)}`);
  return data.Parameter.Value;
}

/** The headers of a request with its signature (Signature Version 4). */
function signedHeaders({
  address,
  body,
  region,
  now,
}: {
  address: URL;
  body: string;
  region: string;
  now: Date;
}) {
  const secret = process.env["AWS_SECRET_ACCESS_KEY"] ?? "";
  const token = process.env["AWS_SESSION_TOKEN"];
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${time.slice(0, 8)}/${region}/ssm/aws4_request`;
  const headers: Record<string, string> = {
    "content-type": "application/x-amz-json-1.1",
    host: address.host,
    "x-amz-date": time,
    ...(token && { "x-amz-security-token": token }),
    "x-amz-target": target,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((each) => `${each}:${headers[each]}\n`).join("");
  const request = ["POST", address.pathname, "", lines, names.join(";"), sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(request)].join("\n");
  const key = [...scope.split("/")].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${secret}`,
  );
  const credential = `Credential=${process.env["AWS_ACCESS_KEY_ID"]}/${scope}`;
  const signature = `Signature=${hmac(key, text).toString("hex")}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(";")}, ${signature}`;
  // fetch names the host itself
  const { host: _, ...sent } = headers;
  return { ...sent, authorization };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of an error of AWS, such as ParameterNotFound: its message may name more. */
const kindOf = (text: string) => /"__type"\s*:\s*"([\w.#]{1,100})"/.exec(text)?.[1] ?? "";

const unreadable = (why: string, cause?: unknown) =>
  new AppError("database_connection_unavailable", "Signing in this way does not work now; try again", {
    headers: { "retry-after": "5" },
    cause: new Error(`the parameter with the client secret: Systems Manager ${why}`, { cause }),
  });
