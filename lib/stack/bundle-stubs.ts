/*
 * Code of libraries that no function calls is left out of the bundles: less code to parse makes cold starts shorter.
 *
 *   credential chain                      120 kB   see environment-credentials.ts
 *   zod's conversion to JSON Schema        18 kB   used only by lib/openapi, at build time
 *   cache of endpoint discovery             8 kB   DynamoDB's commands do not use endpoint discovery
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";

/** Modules that the bundler replaces with our own. */
export const alias = {
  "@aws-sdk/credential-provider-node": path.join(import.meta.dirname, "environment-credentials.ts"),
};

const stubbed =
  /node_modules\/(zod\/v4\/core\/(json-schema-processors|to-json-schema)|@aws-sdk\/endpoint-cache\/dist-es\/EndpointCache)\.js$/;

/** Replaces every export of these modules with a function whose result throws an error when it is called. */
export const bundleStubs: Plugin = {
  name: "cuts",
  setup({ onLoad }) {
    onLoad({ filter: stubbed }, async ({ path: file }) => {
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
