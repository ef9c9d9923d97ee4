/* The samples of all field types: each file of this folder. A type without a file is found by every-type.test.ts. */
import { readdirSync } from "node:fs";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import type { Samples } from "./shared/samples.ts";

export type { Samples } from "./shared/samples.ts";

/** The file of a type: `long-text` of `longText`. */
export const fileOf = (type: string): string => type.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`);

const files = new Set(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".ts") && file !== "index.ts")
    .map((file) => file.slice(0, -".ts".length)),
);

async function read(file: string): Promise<Samples> {
  const { samples } = (await import(`./${file}.ts`)) as { samples: Samples };
  return samples;
}

/** By the name of the type, in the order of the types. */
export const samplesOf: ReadonlyMap<string, Samples> = new Map(
  await Promise.all(
    fieldTypeNames
      .filter((type) => files.has(fileOf(type)))
      .map(async (type): Promise<[string, Samples]> => [type, await read(fileOf(type))]),
  ),
);

/** Files whose name is that of no type. */
export const strayFiles: readonly string[] = [...files].filter(
  (file) => !fieldTypeNames.some((type) => fileOf(type) === file),
);
