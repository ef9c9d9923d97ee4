/*
 * What libraries bring along and no function ever calls. Less to parse is a shorter cold start.
 *
 *   credential chain                      120 kB   see environment-credentials.ts
 *   zod's way to JSON Schema               18 kB   only lib/openapi asks for it, at build time
 *   endpoint discovery's cache              8 kB   DynamoDB's commands do not discover endpoints
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";

export const alias = {
  "@aws-sdk/credential-provider-node": path.join(import.meta.dirname, "environment-credentials.ts"),
};

const hollow =
  /node_modules\/(zod\/v4\/core\/(json-schema-processors|to-json-schema)|@aws-sdk\/endpoint-cache\/dist-es\/EndpointCache)\.js$/;

/** Modules that keep their exports and lose what is in them: whatever is called gives a function that says it is not there. */
export const bundleStubs: Plugin = {
  name: "cuts",
  setup({ onLoad }) {
    onLoad({ filter: hollow }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      const names = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
        ([, name]) => name,
      );
      const stubs = names.map((name) => `export function ${name}() { return absent; }`);
      return { contents: [...stubs, absent].join("\n") };
    });
  },
};

const absent = `function absent() { throw new Error("not in the bundle: see lib/stack/bundle-stubs.ts"); }`;
