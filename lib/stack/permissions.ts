/*
 * What a function may do with the store, the queues and the files: what its code can do, and no more. Each function is bundled once by itself, our
 * own code only, and what the bundler leaves of it shows which commands it can send.
 */
import path from "node:path";
import { build } from "esbuild";
import type { Definition } from "#lib/http/definition";
import { type AnyFunction, functionsOf, isEndpoint, projectFolder, type Registry } from "#lib/registry";
import type { Constants } from "./constants.ts";

const actionsOfCommand: Record<string, string[]> = {
  GetCommand: ["dynamodb:GetItem"],
  BatchGetCommand: ["dynamodb:BatchGetItem"],
  QueryCommand: ["dynamodb:Query"],
  PutCommand: ["dynamodb:PutItem"],
  UpdateCommand: ["dynamodb:UpdateItem"],
  DeleteCommand: ["dynamodb:DeleteItem"],
  BatchWriteCommand: ["dynamodb:BatchWriteItem"],
  // a transaction needs the permission of each of its parts; whoever writes may have to settle a commit of others
  TransactWriteCommand: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
  // no command of its own: commit.ts makes these where something is to be as it was
  check: ["dynamodb:ConditionCheckItem"],
  SendMessageBatchCommand: ["sqs:SendMessage"],
  SendEmailCommand: ["ses:SendEmail"],
  // no commands either: what lib/files/s3.ts signs addresses for
  GetObject: ["s3:GetObject"],
  PutObject: ["s3:PutObject"],
  DeleteObject: ["s3:DeleteObject"],
};

const middleware = "lib/http/endpoint.ts";

/** The actions of each function on the store's table, the consumers' queues and the files, sorted. */
export async function derivedActions(
  registry: Registry,
  constants: Constants,
): Promise<(of: AnyFunction) => string[]> {
  const files = functionsOf(registry).map(({ file }) => file);
  const commands = await commandsIn([...files, middleware], constants);

  return function actionsOf(registered) {
    const found = (commands.get(registered.file) ?? []).flatMap(actionsFor);
    const own = onlyCounts(registered) ? found.filter((action) => action !== updateItem) : found;
    // who is open to everybody looks up neither tokens nor places
    const shared = looksUpCallers(registered) ? (commands.get(middleware) ?? []).flatMap(actionsFor) : [];
    // what it writes is about tokens, and allowed there only: see needs.ts
    return [...new Set([...own, ...shared.filter((action) => action !== updateItem)])].sort();
  };
}

export const updateItem = "dynamodb:UpdateItem";

/** Who reads through a share writes nothing but how often: allowed there only, as well. */
export const onlyCounts = (registered: AnyFunction) =>
  isEndpoint(registered) &&
  registered.handler.definition.share !== undefined &&
  registered.handler.definition.method === "GET";

export const looksUpCallers = (registered: AnyFunction) =>
  isEndpoint(registered) && knowsCallers(registered.handler.definition);

const knowsCallers = (definition: Definition) => !definition.public || definition.maySession === true;

function actionsFor(command: string): string[] {
  const actions = actionsOfCommand[command];
  if (!actions) throw new Error(`lib/stack/permissions.ts does not know what ${command} needs`);
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
        /\bnew ([A-Z][A-Za-z]+Command)\d*\(|\bop: "(check)"|\bs3: "([A-Z][A-Za-z]+)"/g,
      );
      return [entryPoint, [...sent].map(([, ...names]) => names.find(Boolean) ?? "")];
    }),
  );
}
