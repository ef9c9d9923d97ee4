/*
 * npm run admin -- restore: makes a new table of the store as it was at a time, sets what AWS does not restore, and makes all who follow changes
 * read everything again. The stack is not touched: what it prints at the end lets the stack take up the new table. Called again it goes on.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  DynamoDB,
  ResourceNotFoundException,
  TableAlreadyExistsException,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { resetFollowers } from "#lib/data/changes/epoch";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { msPerDay, msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";
import { readFormat } from "#lib/store/format/format";
import { needOutputs, readStackOutputs } from "../stack-outputs.ts";
import { setWhatIsMissing, waitUntilActive } from "./table-settings.ts";

interface Given {
  stack: string;
  at: string;
  target: string | undefined;
}

const longestName = 255;

/** The time of `--at`: `latest`, or an ISO time in seconds. Throws UsageError for anything else. */
export function readTime(at: string): Date | "latest" {
  if (at === "latest") return at;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at) ? new Date(at) : new Date(Number.NaN);
  // JavaScript reads 30 February as a day of March
  if (Number.isNaN(time.getTime()) || time.toISOString() !== at.replace("Z", ".000Z"))
    throw new UsageError(
      `--at must be "latest" or a time like 2026-11-20T08:00:00Z, not ${JSON.stringify(at)}`,
    );
  if (time.getTime() > Date.now()) throw new UsageError(`--at must be in the past, not ${at}`);
  return time;
}

/** Throws StartError for what AWS refuses, with its words. */
export async function restoreStore({ stack, at, target: wanted }: Given): Promise<void> {
  const time = readTime(at);
  const outputs = await readStackOutputs(stack);
  const [source = "", bucket = ""] = needOutputs(outputs, `the stack ${stack}`, [
    "StoreName",
    "AttachmentsName",
  ]);
  const target = wanted ?? `${source}-restored`;
  if (target === source) throw new UsageError("--target must be a new name: AWS restores to a new table");
  if (!/^[\w.-]{3,}$/.test(target) || target.length > longestName)
    throw new UsageError(
      `--target must have 3 to ${longestName} letters, digits, hyphens, dots and underscores, not ${JSON.stringify(target)}`,
    );
  const client = new DynamoDB();
  const begun = Date.now();
  try {
    const former = (await find(client, target)) ?? (await begin(client, source, target, time));
    if (former) checkIsOf(former, target, source, time);
    say(former ? `${target} is there: this goes on with it` : `${source} is restored to ${target}`);
    const minutes = () => Math.round((Date.now() - begun) / msPerMinute);
    await waitUntilActive(client, target, () => say(`still restoring, ${minutes()} min`));
    const then = (await find(client, target))?.RestoreSummary?.RestoreDateTime?.toISOString() ?? at;
    say(
      `it is ready after ${Math.ceil((Date.now() - begun) / msPerSecond)} s, as the store was at ${then}; AWS does not restore these:`,
    );
    // gone, if the table itself was deleted and AWS's own backup of it was restored
    const like = await find(client, source);
    for (const line of await setWhatIsMissing(client, target, like)) say(`  ${line}`);
  } catch (error) {
    throw error instanceof StartError || error instanceof UsageError ? error : explain(error);
  } finally {
    client.destroy();
  }
  process.env["GRIDLESS_STORE"] = target;
  // a store of a newer Gridless is not changed
  await readFormat();
  await resetFollowers(new Date().toISOString());
  say("  all who follow changes read everything again");
  say(nextSteps(stack, target, bucket));
}

/** Gives the table if another call of the command has begun meanwhile. */
async function begin(
  client: DynamoDB,
  source: string,
  target: string,
  time: Date | "latest",
): Promise<TableDescription | undefined> {
  try {
    await client.restoreTableToPointInTime({
      SourceTableName: source,
      TargetTableName: target,
      ...(time === "latest" ? { UseLatestRestorableTime: true } : { RestoreDateTime: time }),
    });
  } catch (error) {
    if (!(error instanceof TableAlreadyExistsException)) throw error;
    return awaitTable(client, target);
  }
  await awaitTable(client, target);
  return undefined;
}

/** A table that was just made: AWS may not show it at once. */
async function awaitTable(client: DynamoDB, table: string): Promise<TableDescription | undefined> {
  for (const until = Date.now() + msPerMinute; ; await pause(1000)) {
    const found = await find(client, table);
    if (found || Date.now() > until) return found;
  }
}

async function find(client: DynamoDB, table: string): Promise<TableDescription | undefined> {
  return client.describeTable({ TableName: table }).then(
    ({ Table }) => Table,
    (error) => {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    },
  );
}

/** A table of that name must be this restore, begun before: otherwise another state would be taken for this one. */
function checkIsOf(
  { RestoreSummary: restored }: TableDescription,
  target: string,
  source: string,
  time: Date | "latest",
): void {
  const isOf = restored?.SourceTableArn?.endsWith(`:table/${source}`);
  const then = restored?.RestoreDateTime?.getTime() ?? 0;
  const isThen = time === "latest" ? Date.now() - then < msPerDay : then === time.getTime();
  if (isOf && isThen) return;
  const what = isOf
    ? `as it was at ${restored?.RestoreDateTime?.toISOString()}`
    : "and is not restored from it";
  throw new StartError(`${target} exists, ${what}: give another name by --target, or its own time by --at`);
}

const explain = (error: unknown) =>
  new StartError(error instanceof Error ? `AWS refuses: ${error.message}` : String(error), { cause: error });

/** The ids are those of the template (test/stack/stack.test.ts). The CDK finds the stack by its settings, not by its name. */
const nextSteps = (stack: string, table: string, bucket: string) => {
  // or the ARN of the stack, which has it in its path
  const stage = (stack.split("/")[1] ?? stack).replace(/^gridless-/, "");
  const cdk = (words: string) => `npx cdk ${words} -c stage=${stage}`;
  return `The stack takes it up so, with the -c of its deployment, if it has more; until then nothing has changed for callers:
  ${cdk("destroy")}
  echo '{"Store1D2A845B":{"TableName":"${table}"},"Attachments87B238D3":{"BucketName":"${bucket}"}}' > left.json
  ${cdk("import Gridless --resource-mapping left.json")} && ${cdk("deploy")}`;
};
