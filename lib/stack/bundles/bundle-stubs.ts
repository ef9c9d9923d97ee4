/*
 * Code of libraries that no function calls is left out of the bundles: less code to parse makes cold starts shorter.
 *
 *   credential chain                      120 kB   see environment-credentials.ts
 *   store of the running call               2 kB   see invoke-store.ts
 *   zod's conversion to JSON Schema        18 kB   used only by lib/openapi, at build time, and by POST /mcp, which keeps it
 *   zod's English                           3 kB   lib/schemas/issues/messages.ts has all messages
 *   dates in shapes of the SDK              4 kB   no command that is called sends or answers one
 *   cache of endpoint discovery             8 kB   DynamoDB's commands do not use endpoint discovery
 *   checksums in JavaScript                 4 kB   Node's own are used
 *   pages of the SDK                        1 kB   the store reads page after page itself
 *   adaptive retries and their limits       4 kB   the SDK's retries are off (lib/store/client.ts)
 *   the region by the metadata of EC2       1 kB   Lambda names it in the environment
 *   files with settings of AWS              1 kB   there are none
 *   addresses of buckets                    1 kB   lib/files/s3.ts makes them
 *   signatures of event streams             2 kB   no command that is called has one
 *   package.json, ours and the SDK's        9 kB   only the version is read
 *   errors of backups, exports, tables …    6 kB   only commands that no function sends have them
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { OnLoadArgs, Plugin } from "esbuild";

/** Modules that the bundler replaces with our own. */
export const alias = {
  "@aws-sdk/credential-provider-node": path.join(import.meta.dirname, "environment-credentials.ts"),
  "@aws/lambda-invoke-store": path.join(import.meta.dirname, "invoke-store.ts"),
};

const schemasAsJson = /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
/** The area whose functions answer schemas: those of their tools. */
const areaOfTools = "mcp";

const stubbed = new RegExp(
  `node_modules/(${[
    "@aws-sdk/endpoint-cache/dist-es/EndpointCache",
    "@smithy/core/dist-es/.*/(Sha256Js|Crc32Js|DefaultRateLimiter|createPaginator)",
    "@smithy/core/dist-es/.*/(util-retry/AdaptiveRetryStrategy|getInstanceMetadataRegion)",
    "@smithy/core/dist-es/.*/service-customizations/s3",
    "@smithy/core/dist-es/.*/serde/date-utils",
    "@smithy/core/dist-es/.*/shared-ini-file-loader/parseIni",
    "@smithy/signature-v4/dist-es/HeaderFormatter",
  ].join("|")})\\.js$`,
);

const packageFile = /[\\/]package\.json$/;

/** Replaces every export of these modules with a function whose result throws an error when it is called. Of a package.json only the version is left. */
export const makeBundleStubs = (area: string): Plugin => ({
  name: "cuts",
  setup({ onLoad }) {
    const leaveOut = async ({ path: file }: OnLoadArgs) => {
      const source = await readFile(file, "utf8");
      const names = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
        ([, name]) => name,
      );
      const stubs = names.map((name) => `export function ${name}() { return absent; }`);
      return { contents: [...stubs, absent].join("\n") };
    };
    onLoad({ filter: stubbed }, leaveOut);
    if (area !== areaOfTools) onLoad({ filter: schemasAsJson }, leaveOut);
    onLoad({ filter: errorsFile }, async ({ path: file }) => ({
      contents: withoutErrors(await readFile(file, "utf8")),
    }));
    onLoad({ filter: /node_modules\/zod\/v4\/locales\/en\.js$/ }, () => ({
      contents: "export default () => ({})",
    }));
    onLoad({ filter: packageFile }, async ({ path: file }) => {
      const { version } = JSON.parse(await readFile(file, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
});

const errorsFile = /node_modules\/@aws-sdk\/client-dynamodb\/dist-es\/models\/errors\.js$/;

/** The names of errors of commands that work on whole tables. No function sends these. */
const errorsOfTables =
  /Backup|Export|Import|Policy|Replica[AN]|GlobalTable|Table[AIN]|PointInTime|Restore|IndexNot/;

/** The source of the client's errors, with the errors of those commands replaced by the class from which all errors derive. */
export function withoutErrors(source: string): string {
  const [imports = "", ...classes] = source.split(/^(?=export class )/m);
  return (
    imports +
    classes
      .map((text) => {
        const [, name = ""] = /^export class (\w+)/.exec(text) ?? [];
        return errorsOfTables.test(name) ? `export { __BaseException as ${name} };\n` : text;
      })
      .join("")
  );
}

const absent = `function absent() { throw new Error("not in the bundle: see lib/stack/bundles/bundle-stubs.ts"); }`;
