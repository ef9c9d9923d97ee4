/*
 * How long one of our functions takes to load, compared with one that has only the DynamoDB client: new Node processes, one after
 * another and alternating, and the fastest of each, because other work on the machine can only make one slower.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { readRegistry } from "#lib/registry";
import { buildOptions, bundle } from "#lib/stack/bundles/bundle";
import { contentsOf } from "#lib/stack/bundles/bundle-contents";
import { bundleClassOf } from "../../test/stack/support/bundle-classes.ts";

const rounds = 15;

interface Candidate {
  name: string;
  file: string;
  bytes: number;
  mostTimesBare?: number;
}

export interface Measured {
  line: string;
  holds: boolean;
}

/** One line for the DynamoDB client, and one for the largest function of each area. */
export async function importTime(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  try {
    const bare = await bareClient(folder);
    const ours = await heaviestOfEachArea(folder);
    const times = await measure([bare, ...ours]);
    const timeOf = ({ file }: Candidate) => Math.min(...(times.get(file) ?? []));
    return [
      { line: `${line(bare, timeOf(bare))}  only the DynamoDB client`, holds: true },
      ...ours.map((candidate) => {
        const ratio = timeOf(candidate) / timeOf(bare);
        const { mostTimesBare = 1 } = candidate;
        const holds = ratio <= mostTimesBare;
        const verdict = holds ? `≤ ${mostTimesBare}` : `more than ${mostTimesBare}`;
        return { line: `${line(candidate, timeOf(candidate))}  × ${ratio.toFixed(2)}  ${verdict}`, holds };
      }),
    ];
  } finally {
    remove();
  }
}

async function bareClient(folder: string): Promise<Candidate> {
  const file = path.join(folder, "bare.mjs");
  const contents = `import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
    export const handler = (input) => new DynamoDBClient({}).send(new GetItemCommand(input));`;
  const stdin = { contents, resolveDir: buildOptions.absWorkingDir };
  const { metafile } = await build({ ...buildOptions, stdin, outfile: file });
  const [output] = Object.values(metafile.outputs);
  return { name: "@aws-sdk/client-dynamodb", file, bytes: output?.bytes ?? 0 };
}

async function heaviestOfEachArea(folder: string): Promise<Candidate[]> {
  const areas = await bundle(await readRegistry(), folder);
  return areas.flatMap((area) => {
    const candidates = area.functions.map(({ operation, members }) => ({
      name: `${area.area}/${operation}`,
      file: path.join(area.folder, `${operation}.mjs`),
      bytes: contentsOf(area, operation).bytes,
      mostTimesBare: bundleClassOf(area.area, members.length > 1).mostTimesBare,
    }));
    return candidates.sort((one, other) => other.bytes - one.bytes).slice(0, 1);
  });
}

async function measure(candidates: Candidate[]): Promise<Map<string, number[]>> {
  const times = new Map(candidates.map(({ file }) => [file, [] as number[]]));
  // the first round fills the disk cache and does not count
  for (let round = 0; round <= rounds; round++)
    for (const { file } of candidates) {
      const time = await timeToImport(file);
      if (round > 0) times.get(file)?.push(time);
    }
  return times;
}

async function timeToImport(file: string): Promise<number> {
  const script = `const start = performance.now();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    console.log(performance.now() - start);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: {},
  });
  return Number(stdout);
}

const line = ({ name, bytes }: Candidate, time: number) =>
  `${name.padEnd(26)} ${Math.round(bytes / 1000)
    .toString()
    .padStart(4)} kB  ${time.toFixed(1).padStart(5)} ms`;
