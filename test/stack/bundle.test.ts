import { beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { bundleClasses, bundleClassOf } from "./support/bundle-classes.ts";
import { bundled, lambdaEnvironment, runNode } from "./support/bundled.ts";

let made: Awaited<ReturnType<typeof bundled>>;
beforeAll(async () => {
  made = await bundled("plain");
}, 900_000);

describe("the content of bundles", () => {
  test.each(bundleClasses)("$name loads at most $mostBytes bytes", (bundleClass) => {
    const [largest] = made.functions
      .filter(({ area, sources }) => bundleClassOf(area, sources.length > 1) === bundleClass)
      .toSorted((one, other) => other.bytes - one.bytes);
    console.log(`the largest bundle is that of ${largest?.operation}: ${largest?.bytes} bytes`);
    expect(largest?.bytes).toBeLessThanOrEqual(bundleClass.mostBytes);
  });

  test("a function that is built alone is one file, and no function opens more than 20", () => {
    const alone = made.functions.find(({ operation }) => operation === "updateRecords");
    expect(alone?.files).toHaveLength(1);
    for (const { files } of made.functions) expect(files.length).toBeLessThanOrEqual(20);
  });

  test("every file loads, what is loaded later too", async () => {
    const folders = made.areas.flatMap(({ area, folder }) => (area === "thumbnail" ? [] : [folder]));
    const script = `import { globSync } from "node:fs";
      const files = ${JSON.stringify(folders)}.flatMap((cwd) => globSync("{*,chunks/**/*}.mjs", { cwd }).map((file) => cwd + "/" + file));
      for (const file of files) await import(file);
      console.log(files.length);`;
    const loaded = await runNode(script, await lambdaEnvironment(), projectFolder);
    const outputs = made.areas.map(({ metafile }) => Object.keys(metafile.outputs).length);
    expect(loaded).toBeGreaterThan(100);
    expect(loaded).toBeLessThanOrEqual(outputs.reduce((sum, count) => sum + count));
  });

  test("no code for build time, local use or tests", () => {
    for (const { metafile } of made.areas)
      for (const file of Object.keys(metafile.inputs))
        expect(file).not.toMatch(
          /^(bin|test)\/|^lib\/(stack\/(?!bundles\/(environment-credentials|invoke-store))|local\/|openapi|registry)|node_modules\/(aws-cdk|constructs|cdk-nag|esbuild|vega-datasets|marked|highlight\.js|minisearch|@dynoxide)/,
        );
  });

  test("no credential providers of the SDK, only our own", () => {
    for (const { area, metafile } of made.areas) {
      const providers = Object.keys(metafile.inputs).filter((file) => /credential|sso|sts/.test(file));
      expect(providers.filter((file) => file.includes("node_modules/@aws-sdk/credential"))).toEqual([]);
      expect(providers.filter((file) => file.includes("nested-clients"))).toEqual([]);
      if (area !== "default") expect(providers).toContain("lib/stack/bundles/environment-credentials.ts");
    }
  });

  test("the engine and its date library only in functions that use fields", () => {
    const spared = made.functions.filter(({ area }) => ["base", "docs", "default"].includes(area));
    expect(spared.length).toBeGreaterThan(3);
    for (const { inputs } of spared)
      for (const file of inputs) expect(file).not.toMatch(/^lib\/engine\/field-types|node_modules\/dayjs/);
  });

  test("the client of SQS only in the dispatcher's area, and not loaded before the first call", () => {
    const holding = made.areas.filter(({ metafile }) => metafile.inputs["lib/events/sqs.ts"]);
    expect(holding.map(({ area }) => area)).toEqual(["stream"]);
    const dispatcher = made.functions.find(({ operation }) => operation === "dispatchChanges");
    const loaded = dispatcher?.inputs ?? [];
    expect(loaded).toContain("functions/stream/dispatch-changes.ts");
    expect(loaded.filter((each) => /client-sqs|events\/sqs/.test(each))).toEqual([]);
  });

  test("SES only in the mail area, only if mails are turned on, and not loaded before the first mail", async () => {
    const inputs = made.areas.flatMap(({ metafile }) => Object.keys(metafile.inputs));
    expect(inputs.filter((file) => /client-sesv2|lib\/mail\/ses/.test(file))).toEqual([]);
    const mailing = await bundled("full");
    const holding = mailing.areas.filter(({ metafile }) => metafile.inputs["lib/mail/ses.ts"]);
    expect(holding.map(({ area }) => area)).toEqual(["mail"]);
    const [sendMail] = mailing.functions.filter(({ area }) => area === "mail");
    expect(sendMail?.inputs.filter((file) => file.includes("client-sesv2"))).toEqual([]);
  }, 900_000);

  test("no endpoint contains another endpoint; the function of a group contains its pages", () => {
    for (const { sources, inputs } of made.functions)
      expect(inputs.filter((input) => input.startsWith("functions/")).sort()).toEqual(sources.sort());
  });
});
