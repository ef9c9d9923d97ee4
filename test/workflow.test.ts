/* The pipelines, as far as they can be known without GitHub. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { needsProgram } from "#test/support/run/needs-program";

const folder = path.join(projectFolder, ".github/workflows");
/** The permissions of each pipeline: its own, then those of its jobs. */
const permissionsOf: Record<string, string[][]> = {
  "ci.yml": [
    ["contents: read"],
    ["contents: read", "id-token: write"],
    ["contents: read", "id-token: write"],
  ],
  "nightly.yml": [["contents: read"]],
};
const { error } = spawnSync("actionlint", ["-version"]);

test("there are no others", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(permissionsOf));
});

describe.each(Object.keys(permissionsOf))("%s", (file) => {
  const workflow = readFileSync(path.join(folder, file), "utf8");

  test("actions are pinned to a commit, beside the version it is", () => {
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(1);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("jobs may read the code, and have an identity at AWS where they need one; there is no secret", () => {
    const permissions = [...workflow.matchAll(/^( *)permissions:\n((?:\1 +.*\n)+)/gm)];
    expect(permissions.map(([, , lines = ""]) => lines.trim().split(/\n */))).toEqual(permissionsOf[file]);
    expect(workflow).not.toContain("secrets.");
  });

  test.skipIf(error)("actionlint finds nothing", () => {
    const args = [path.join(".github/workflows", file)];
    const { status, stdout } = spawnSync("actionlint", args, { cwd: projectFolder, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
});

describe("lanes of .ci/run", () => {
  /** Two lanes with these phases, as .ci/run runs them. */
  const run = (first: string, second: string) => {
    needsProgram("bash");
    const text = readFileSync(path.join(projectFolder, ".ci/run"), "utf8");
    const functions = /^work=[\s\S]*?(?=^# The emulator)/m.exec(text)?.[0] ?? "";
    const lanes = `one() { ${first}; }; two() { ${second}; }; beside one two; echo green`;
    const { status, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", `${functions}${lanes}`], {
      encoding: "utf8",
    });
    return { status, lines: stdout.split("\n") };
  };
  const says = (text: string) => `phase ${text} echo ${text}`;

  test("both are run, the second is told after the first, and each phase with its seconds", () => {
    const { status, lines } = run(says("a"), `${says("b")}; ${says("c")}`);
    expect(status).toBe(0);
    expect(lines.slice(0, 5)).toEqual(["a", "ci: beside that, two:", "b", "c", "green"]);
    expect(lines.filter((line) => /^\d+ s, of processors \d+ \+ \d+ s, [abc]$/.test(line))).toHaveLength(3);
  });

  test.each([
    { first: `phase bad false; ${says("a")}`, second: says("b"), told: ["ci: beside that, two:", "b"] },
    { first: says("a"), second: `phase bad false; ${says("b")}`, told: ["a", "ci: beside that, two:"] },
  ])("a failure ends its lane and the run, and the other lane is told: $first", ({ first, second, told }) => {
    const { status, lines } = run(first, second);
    expect(status).toBe(1);
    expect(lines.slice(0, 2)).toEqual(told);
    expect(lines).not.toContain("green");
    expect(lines.join("\n")).toMatch(/ s, bad$/m);
  });
});

describe("the tests of the deployed stack", () => {
  const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

  test("a landing runs one part of six, always the same for a commit", () => {
    needsProgram("bash");
    const lines = read(".ci/run").match(/^commit=.*\npart=.*\n/m)?.[0] ?? "";
    const partIn = (cwd: string) =>
      spawnSync("bash", ["-euo", "pipefail", "-c", `${lines} echo "$part"`], { cwd, encoding: "utf8" })
        .stdout;
    expect(partIn(projectFolder)).toMatch(/^[1-6]\/6\n$/);
    expect(partIn(projectFolder)).toBe(partIn(projectFolder));
    // without git's folder
    expect(partIn("/")).toBe("1/6\n");
    expect(read(".ci/run")).toContain('npm run --silent test:deployed -- --part "$part"');
  });

  test("GitHub runs all six for each change before it deploys it, and all in one run each night", () => {
    const pipeline = read(".github/workflows/ci.yml");
    expect(pipeline).toContain('part: ["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]');
    expect(pipeline).toContain(`run: npm run test:deployed -- --part \${{ matrix.part }}`);
    expect(pipeline).toContain("needs: [check, engines, deployed]");
    expect(read(".github/workflows/nightly.yml")).toContain('command: "npm run test:deployed" }');
  });

  test("a staging stack is deployed before production, where the repository names it", () => {
    const pipeline = read(".github/workflows/ci.yml");
    const [deploying = ""] = /^ {2}deploy:[\s\S]*/m.exec(pipeline) ?? [];
    expect(deploying).toContain("max-parallel: 1\n      fail-fast: true\n");
    expect(deploying).toContain(`fromJSON(vars.AWS_ENVIRONMENTS || '["production"]')`);
    const script = /^ {10}stage=\(\)[\s\S]*?\n(?= {10}npx)/m.exec(deploying)?.[0] ?? "";
    const argumentsOf = (name: string) =>
      spawnSync("bash", ["-euo", "pipefail", "-c", `${script} printf '%s\\n' "\${stage[@]}"`], {
        env: { ...process.env, ENVIRONMENT: name },
        encoding: "utf8",
      }).stdout.trim();
    expect(argumentsOf("production")).toBe("");
    expect(argumentsOf("staging")).toBe(
      ["stage=staging", "domainName=", "certificateArn=", "hostedZoneId=", "cdnCertificateArn="]
        .map((each) => `-c\n${each}`)
        .join("\n"),
    );
  });

  test("clients of three generators, the guide, our own on other runtimes and the official ones for language models drive a server for each change, and that of Go each night", () => {
    expect(read(".ci/run")).toContain(
      "npm run --silent test:clients -- openapi-python-client python-guide following-guide datamodel-codegen runtimes hey-api base-document mcp",
    );
    expect(read(".github/workflows/nightly.yml")).toContain('command: "npm run test:clients" }');
  });

  test("all sections of the bench run each night, so that none ends unseen", () => {
    expect(read(".github/workflows/nightly.yml")).toContain('command: "npm run bench" }');
  });
});
