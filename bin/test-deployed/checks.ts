/* Operations that a stack must survive without losing data. Each continues with the data of the one before. */
import assert from "node:assert/strict";
import path from "node:path";
import { assertKept, type Content, type Data, read } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { environment } from "./folders.ts";
import { run } from "./processes.ts";
import { adopt, type Deployed, deploy, destroy } from "./stack.ts";

export interface Check {
  name: string;
  work: () => Promise<unknown>;
}

/** Checks the templates in the folder `out`, nested ones too, with cfn-lint. W3005 is about DependsOn that the CDK writes. */
export const lint = (python: string, out: string) =>
  run(path.join(python, "cfn-lint"), ["-r", "us-east-1", "-i", "W3005", "--", "*.template.json"], {
    name: "cfn-lint",
    env: environment(),
    cwd: out,
  });

interface Stack {
  emulator: Emulator;
  deployed: Deployed;
  data: Data;
  /** The content before the tests. Data of the tests is not compared, because jobs may still be removing what they deleted. */
  before: Content;
  /** Folders of the deployed templates, and of changed templates of the same stack. */
  out: string;
  changed: string;
}

/** An update, the deletion of the stack, and a new stack with the retained store and bucket. */
export function life({ emulator, deployed, data, before, out, changed }: Stack): Check[] {
  return [
    {
      name: "update",
      async work() {
        assert.deepEqual(await deploy(emulator, changed, "update"), deployed);
        assertKept(await read(emulator, deployed, data), before, "an update lost data");
      },
    },
    {
      name: "destroy",
      async work() {
        await destroy(emulator, changed);
        const { status } = await fetch(`${deployed.apiUrl}/openapi.json`);
        assert.equal(status, 404, "the API still exists");
      },
    },
    {
      name: "adopt",
      async work() {
        await adopt(emulator, out, deployed);
        const again = await deploy(emulator, out, "redeploy");
        assert.equal(again.storeName, deployed.storeName, "the store is not the one that was retained");
        assert.equal(again.bucketName, deployed.bucketName, "the bucket is not the one that was retained");
        assertKept(await read(emulator, again, data), before, "the retained store has lost data");
      },
    },
  ];
}
