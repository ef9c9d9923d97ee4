/*
 * How another process of the same user asks a running server for an endpoint on its store. Only that user can write into the data folder:
 *
 *   cell-wanted.json    { "id" }                   written by the process that asks
 *   cell-served.json    { "id", "url", "key" }     written by the server; removed by the process that has read it
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AccessKey } from "#lib/local/endpoint/check-signature";

export interface CellWanted {
  id: string;
}
export interface Served {
  id: string;
  url: string;
  key: AccessKey;
}

export const wantedFile = (folder: string): string => join(folder, "cell-wanted.json");
export const servedFile = (folder: string): string => join(folder, "cell-served.json");

/** Milliseconds between two looks. */
export const interval = 200;

/** The content of such a file; undefined if it is not there, or is being written. */
export function readJson<Value>(file: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
