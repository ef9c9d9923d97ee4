/* Signed requests to services of the emulator for which there is no client here. */
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Emulator } from "./emulator.ts";

type Json = ReturnType<typeof JSON.parse>;

interface Asked {
  service: string;
  method?: string;
  path?: string;
  query?: Record<string, string>;
  /** JSON, or the fields of a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
}

/** Gives the text of a success; throws for anything else. */
export async function askAws({ env, url }: Emulator, asked: Asked): Promise<string> {
  const { service, method = "POST", path = "/", query = {}, body, headers = {} } = asked;
  const { hostname, port, host } = new URL(url);
  const type =
    body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "application/x-amz-json-1.1";
  const text = body instanceof URLSearchParams ? body.toString() : body && JSON.stringify(body);
  const { AWS_REGION: region = "", AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY = "" } = env;
  const credentials = { accessKeyId, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const signed = await signer.sign({
    ...{ method, protocol: "https:", hostname, port: Number(port), path, query },
    headers: { host, ...(text !== undefined && { "content-type": type }), ...headers },
    ...(text !== undefined && { body: text }),
  });
  const { host: _, ...sent } = signed.headers;
  const address = `${url}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, { method, headers: sent, ...(text !== undefined && { body: text }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${service} answers ${response.status}: ${answer}`);
  return answer;
}

/** All functions, with their settings. */
export async function listFunctions(emulator: Emulator): Promise<Json[]> {
  const found: Json[] = [];
  for (let marker = ""; ; ) {
    const query = { MaxItems: "50", ...(marker && { Marker: marker }) };
    const path = "/2015-03-31/functions/";
    const page = JSON.parse(await askAws(emulator, { service: "lambda", method: "GET", path, query }));
    found.push(...page.Functions);
    marker = page.NextMarker ?? "";
    if (!marker) return found;
  }
}
