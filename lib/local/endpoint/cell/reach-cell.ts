/* The store of a server that runs on this machine, from another process: serve-cell.ts answers. */
import { resolve } from "node:path";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { StoreError } from "#lib/local/embedded/errors";
import { sizeOf } from "#lib/local/embedded/storage/file-header";
import type { AccessKey } from "#lib/local/endpoint/check-signature";
import { StartError } from "#lib/local/process/start-error";
import { askServer } from "#lib/local/store/asked/ask-server";
import { storeFile } from "#lib/local/store/open-store";
import { cellIn, Served } from "./cell-files.ts";

/** A store, with the server that has it open. */
export interface ReachedCell {
  folder: string;
  /** The address of the server, as people see it. */
  origin: string;
  /** Whether a setting says the address. */
  isOriginSet: boolean;
  table: string;
  url: string;
  key: AccessKey;
  /** Does an operation of DynamoDB, or of serve-cell.ts; items are in the form of the wire. Throws a StoreError where it is refused. */
  call<Output extends object>(operation: string, input: object): Promise<Output>;
}

/** What an answer has if the operation is refused. */
interface Refusal {
  __type?: string;
  message?: string;
}

/** Asks the server of a data folder for its store. Throws a StartError if there is none. */
export async function reachCell(path: string): Promise<ReachedCell> {
  const folder = resolve(path);
  if (sizeOf(storeFile(folder)) === 0)
    throw new StartError(`there is no store in ${folder}: name the data folder of a server`);
  const { error, ...served } = await askServer(cellIn(folder), {});
  if (error !== undefined) throw new StartError(`the server of ${folder} cannot open its store: ${error}`);
  const { url, key } = Served.parse(served);
  const call = makeCall(folder, url, key);
  const described = await call<Pick<ReachedCell, "table" | "origin" | "isOriginSet">>("DescribeCell", {});
  return { folder, ...described, url, key, call };
}

function makeCall(folder: string, url: string, key: AccessKey): ReachedCell["call"] {
  const signer = new SignatureV4({
    credentials: key,
    region: "us-east-1",
    service: "dynamodb",
    sha256: Sha256,
    applyChecksum: false,
  });
  const { host, hostname, port } = new URL(url);
  return async function call<Output extends object>(operation: string, input: object): Promise<Output> {
    const body = JSON.stringify(input);
    const { headers } = await signer.sign({
      method: "POST",
      protocol: "http:",
      hostname,
      port: Number(port),
      path: "/",
      headers: { host, "x-amz-target": `DynamoDB_20120810.${operation}` },
      body,
    });
    const answer = await fetch(url, { method: "POST", headers, body }).catch((cause: unknown) => {
      throw new StartError(`the server of ${folder} ended; start it, and give the same command again`, {
        cause,
      });
    });
    const output: Output & Refusal = JSON.parse(await answer.text());
    if (answer.ok) return output;
    const { __type = "", message = "", ...details } = output;
    throw new StoreError(__type.slice(__type.indexOf("#") + 1), message, details);
  };
}
