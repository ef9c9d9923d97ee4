/*
 * Derives the permissions of each function for the store, the queues and the files from its code. Each function is bundled on its own, without
 * packages; the commands that remain in its bundle are the commands that it can send.
 */
import path from "node:path";
import { build } from "esbuild";
import type { Definition } from "#lib/http/definition";
import { type AnyFunction, functionsOf, isEndpoint, projectFolder, type Registry } from "#lib/registry";
import type { Constants } from "#lib/stack/bundles/constants";

const actionsOfCommand: Record<string, string[]> = {
  GetCommand: ["dynamodb:GetItem"],
  BatchGetCommand: ["dynamodb:BatchGetItem"],
  QueryCommand: ["dynamodb:Query"],
  PutCommand: ["dynamodb:PutItem"],
  UpdateCommand: ["dynamodb:UpdateItem"],
  DeleteCommand: ["dynamodb:DeleteItem"],
  BatchWriteCommand: ["dynamodb:BatchWriteItem"],
  // a transaction needs the permission of each of its parts; every writer may have to settle commits of other writers
  TransactWriteCommand: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
  // not a command: commit.ts adds these to a transaction to check that an item has not changed
  check: ["dynamodb:ConditionCheckItem"],
  SendMessageBatchCommand: ["sqs:SendMessage"],
  GetQueueAttributesCommand: ["sqs:GetQueueAttributes"],
  SendEmailCommand: ["ses:SendEmail"],
  ConverseCommand: ["bedrock:InvokeModel"],
  // to and of connections of the socket
  PostToConnectionCommand: ["execute-api:ManageConnections"],
  DeleteConnectionCommand: ["execute-api:ManageConnections"],
  // not a command: the beginning of the partitions where readers write down the orders they read in (lib/data/indexes/asked-orders.ts)
  "ASKED#": [],
  // not a command: lib/oidc/read-parameter.ts signs the request
  "AmazonSSM.GetParameter": ["ssm:GetParameter"],
  // not commands: lib/files/s3.ts signs addresses for these actions
  GetObject: ["s3:GetObject"],
  PutObject: ["s3:PutObject"],
  DeleteObject: ["s3:DeleteObject"],
};

const middleware = "lib/http/endpoint.ts";

/** The permissions of each function. */
export interface Granted {
  /** The IAM actions that its code needs on the store's table, the queues and the files, sorted. */
  actionsOf(registered: AnyFunction): string[];
  /** Whether the function writes down the orders in which it reads, and otherwise updates only items of tokens and counters of calls. */
  onlyNotes(registered: AnyFunction): boolean;
}

/** Finds what the code of each function needs. */
export async function derivedActions(registry: Registry, constants: Constants): Promise<Granted> {
  const files = functionsOf(registry).map(({ file }) => file);
  const commands = await commandsIn([...files, middleware], constants);
  const commandsOf = ({ file }: AnyFunction) => commands.get(file) ?? [];

  /** A function that also puts, deletes or commits items may update any item that a commit contains. */
  const onlyNotes = (registered: AnyFunction) =>
    isEndpoint(registered) &&
    ["ASKED#", "UpdateCommand"].every((name) => commandsOf(registered).includes(name)) &&
    !commandsOf(registered).some((name) => writing.includes(name));

  return {
    onlyNotes,
    actionsOf(registered) {
      const found = commandsOf(registered).flatMap(actionsFor);
      const isLimited = onlyCounts(registered) || onlyNotes(registered);
      const own = isLimited ? found.filter((action) => action !== updateItem) : found;
      // public endpoints do not look up tokens or permissions
      const shared = looksUpCallers(registered) ? (commands.get(middleware) ?? []).flatMap(actionsFor) : [];
      // the middleware only updates items of tokens: see mayUpdate in function-permissions.ts
      return [...new Set([...own, ...shared.filter((action) => action !== updateItem)])].sort();
    },
  };
}

const writing = ["PutCommand", "DeleteCommand", "BatchWriteCommand", "TransactWriteCommand"];

/** This action is granted separately, because some functions may update only certain items. */
export const updateItem = "dynamodb:UpdateItem";

/**
 * Whether the only updates are of call counters, as in reads through a share. Like updates of tokens, they are allowed on their own items
 * only.
 */
export const onlyCounts = (registered: AnyFunction) =>
  isEndpoint(registered) &&
  registered.handler.definition.share !== undefined &&
  registered.handler.definition.method === "GET";

/** Whether the endpoint looks up tokens or sessions. */
export const looksUpCallers = (registered: AnyFunction) =>
  isEndpoint(registered) && hasCaller(registered.handler.definition);

const hasCaller = (definition: Definition) => !definition.public || definition.optionalSession === true;

function actionsFor(command: string): string[] {
  const actions = actionsOfCommand[command];
  if (!actions)
    throw new Error(
      `${command} is missing in actionsOfCommand: add its IAM actions (lib/stack/functions/permissions.ts)`,
    );
  return actions;
}

async function commandsIn(files: string[], define: Constants): Promise<Map<string, string[]>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectFolder,
    entryPoints: files,
    outdir: ".",
    outbase: ".",
    bundle: true,
    format: "esm",
    platform: "node",
    define,
    packages: "external",
    external: ["#lib/http/endpoint"],
    metafile: true,
    write: false,
  });
  const texts = new Map(outputFiles.map((file) => [file.path, file.text]));
  return new Map(
    Object.entries(metafile.outputs).map(([output, { entryPoint = "" }]) => {
      const text = texts.get(path.join(projectFolder, output)) ?? "";
      const sent = text.matchAll(
        /\bnew ([A-Z][A-Za-z]+Command)\d*\(|\bop: "(check)"|\bs3: "([A-Z][A-Za-z]+)"|"(ASKED#|AmazonSSM\.GetParameter)"/g,
      );
      return [entryPoint, [...sent].map(([, ...names]) => names.find(Boolean) ?? "")];
    }),
  );
}
