/*
 * What AWS does not restore with a table, as its documentation lists it: TTL, the stream, point-in-time recovery, deletion protection and tags.
 * Alarms are of the stack. Units a second may be lost too. Each is set if it is missing, and read again afterwards.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDB, TableDescription, Tag } from "@aws-sdk/client-dynamodb";
import { StartError } from "#lib/local/process/start-error";
import { msPerMinute } from "#lib/schemas/basics/time-units";

interface Setting {
  name: string;
  /** Whether it is as it must be. */
  isSet(): Promise<boolean>;
  set(): Promise<unknown>;
}

/** Sets on the table what is missing, and what the table `like` has; gives a line for each setting. Throws StartError if one is not as it must be in the end. */
export async function setWhatIsMissing(
  client: DynamoDB,
  target: string,
  like: TableDescription | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, isSet, set } of await settingsOf(client, target, like)) {
    const was = await isSet();
    if (!was)
      await set().catch(async (error: unknown) => {
        // another call of this command may have set it meanwhile
        await waitUntilActive(client, target);
        if (!(await isSet())) throw error;
      });
    await waitUntilActive(client, target);
    if (!(await isSet()))
      throw new StartError(`${target} did not take this setting: ${name}; call this again`);
    lines.push(`${name}: ${was ? "was set" : "set"}`);
  }
  return lines;
}

async function settingsOf(
  client: DynamoDB,
  TableName: string,
  like: TableDescription | undefined,
): Promise<Setting[]> {
  const table = () => describe(client, TableName);
  const units = limitsOf(like);
  const tags = like ? await tagsOf(client, like) : [];
  return [
    {
      name: "TTL on expiresAt",
      async isSet() {
        const { TimeToLiveDescription: ttl } = await client.describeTimeToLive({ TableName });
        return /^ENABL(ED|ING)$/.test(ttl?.TimeToLiveStatus ?? "") && ttl?.AttributeName === "expiresAt";
      },
      set: () =>
        client.updateTimeToLive({
          TableName,
          TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
        }),
    },
    {
      name: "stream with new and old images",
      async isSet() {
        const { StreamSpecification: stream } = await table();
        return stream?.StreamEnabled === true && stream.StreamViewType === "NEW_AND_OLD_IMAGES";
      },
      set: () =>
        client.updateTable({
          TableName,
          StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
        }),
    },
    {
      name: "point-in-time recovery",
      async isSet() {
        const { ContinuousBackupsDescription: backups } = await client.describeContinuousBackups({
          TableName,
        });
        return backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED";
      },
      set: () =>
        // not possible in the first minutes of a table
        whileItFailsWith("ContinuousBackupsUnavailableException", () =>
          client.updateContinuousBackups({
            TableName,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ),
    },
    {
      name: "deletion protection",
      isSet: async () => (await table()).DeletionProtectionEnabled === true,
      set: () => client.updateTable({ TableName, DeletionProtectionEnabled: true }),
    },
    ...(units.shown
      ? [
          {
            name: `units a second: ${units.shown} at most`,
            isSet: async () => limitsOf(await table()).shown === units.shown,
            set: () => client.updateTable({ TableName, OnDemandThroughput: units.limits }),
          },
        ]
      : []),
    ...(tags.length > 0
      ? [
          {
            name: `tags: ${tags.map(({ Key }) => Key).join(", ")}`,
            async isSet() {
              const now = await tagsOf(client, await table());
              return tags.every(({ Key, Value }) =>
                now.some((tag) => tag.Key === Key && tag.Value === Value),
              );
            },
            set: async () => client.tagResource({ ResourceArn: (await table()).TableArn, Tags: tags }),
          },
        ]
      : []),
  ];
}

/** Units a second that a table may take at most; AWS leaves out a limit that there is not, or says -1. */
function limitsOf(table: TableDescription | undefined) {
  const { MaxReadRequestUnits: read = -1, MaxWriteRequestUnits: written = -1 } =
    table?.OnDemandThroughput ?? {};
  const shown = [read > 0 && `${read} read`, written > 0 && `${written} written`].filter(Boolean).join(", ");
  return { shown, limits: { MaxReadRequestUnits: read, MaxWriteRequestUnits: written } };
}

/** Those of the operator: CloudFormation sets its own when it takes up the table. */
async function tagsOf(client: DynamoDB, { TableArn: ResourceArn }: TableDescription): Promise<Tag[]> {
  const tags: Tag[] = [];
  for (let NextToken: string | undefined; ; ) {
    const page = await client.listTagsOfResource({ ResourceArn, NextToken });
    tags.push(...(page.Tags ?? []).filter(({ Key }) => !Key?.startsWith("aws:")));
    NextToken = page.NextToken;
    if (!NextToken) return tags;
  }
}

const describe = async (client: DynamoDB, TableName: string): Promise<TableDescription> =>
  (await client.describeTable({ TableName })).Table ?? {};

const passing: readonly (string | undefined)[] = ["CREATING", "UPDATING"];

/**
 * AWS restores a small table in minutes and a large one in hours; `say` is called each minute. Throws StartError for a state in which it stays.
 */
export async function waitUntilActive(client: DynamoDB, table: string, say?: () => void): Promise<void> {
  for (let told = Date.now(); ; await pause(1000)) {
    const { TableStatus: status } = await describe(client, table);
    if (status === "ACTIVE") return;
    if (!passing.includes(status))
      throw new StartError(`the table ${table} is ${status}, and does not become active by itself`);
    if (Date.now() - told < msPerMinute) continue;
    told = Date.now();
    say?.();
  }
}

async function whileItFailsWith(name: string, work: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + 30 * msPerMinute; ; await pause(10_000))
    try {
      await work();
      return;
    } catch (error) {
      if ((error as Error).name !== name || Date.now() > until) throw error;
    }
}
