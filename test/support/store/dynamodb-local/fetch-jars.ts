/* The jars of AWS's DynamoDB Local: fetched once by Maven into node_modules/.cache, and compared with jars.sha256 each time. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { projectFolder } from "#lib/registry";

/** Pinned, as the jars are. */
const copying = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";
const cache = join(projectFolder, "node_modules/.cache/dynamodb-local");

/** Gives their folder. Throws a StartError without Maven, without a network, and if a file is another one. */
export function fetchJars(): string {
  const sums = readFileSync(join(import.meta.dirname, "jars.sha256"), "utf8");
  const folder = join(cache, hashOf(sums).slice(0, 16));
  if (!existsSync(folder)) {
    const fetching = join(cache, `fetching-${process.pid}`);
    fetchInto(fetching);
    compare(fetching, sums);
    renameSync(fetching, folder);
  }
  compare(folder, sums);
  return folder;
}

function fetchInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const pom = join(import.meta.dirname, "pom.xml");
  const args = ["--quiet", "--batch-mode", "--file", pom, copying, `-DoutputDirectory=${folder}`];
  const { error, status, stdout } = spawnSync("mvn", args, { encoding: "utf8" });
  if (!error && status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  const [reason = "it ended without a word"] = (stdout ?? "").match(/^\[ERROR\].*$/m) ?? [];
  throw new StartError(
    error
      ? "GRIDLESS_ENGINE=local needs Maven on PATH for its first run (apt-get install maven)"
      : `GRIDLESS_ENGINE=local fetches DynamoDB Local from Maven Central in its first run, and that failed: ${reason}`,
    { cause: error },
  );
}

/** In the form of `sha256sum *`. */
function compare(folder: string, sums: string): void {
  const found = readdirSync(folder).map((name) => `${hashOf(readFileSync(join(folder, name)))}  ${name}`);
  const wanted = sums.trim().split("\n");
  const wrong = [...found, ...wanted].filter((line) => !found.includes(line) || !wanted.includes(line));
  if (wrong.length === 0) return;
  throw new StartError(
    `${folder} is not what jars.sha256 says, for example ${wrong[0]}: delete the folder, and it is fetched again`,
  );
}

const hashOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
