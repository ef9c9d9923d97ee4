/*
 * What a function may do with the store: what its code can do, and no more. Each function is bundled once by itself, our
 * own code only, and what the bundler leaves of it shows which commands it can send.
 */
import path from "node:path";
import { build } from "esbuild";
import { projectFolder, type Registered, type Registry } from "#lib/registry";
import type { Constants } from "./constants.ts";

const actionsOfCommand: Record<string, string[]> = {
  GetCommand: ["GetItem"],
  BatchGetCommand: ["BatchGetItem"],
  QueryCommand: ["Query"],
  PutCommand: ["PutItem"],
  UpdateCommand: ["UpdateItem"],
  DeleteCommand: ["DeleteItem"],
  // a transaction needs the permission of each of its parts; commit.ts makes these
  TransactWriteCommand: ["PutItem", "DeleteItem"],
};

const middleware = "lib/http/endpoint.ts";

/** The actions of each function on the store's table, sorted. */
export async function storeActions(
  registry: Registry,
  constants: Constants,
): Promise<(of: Registered) => string[]> {
  const functions = [...registry.endpoints, registry.fallback];
  const commands = await commandsIn([...functions.map(({ file }) => file), middleware], constants);

  return function actionsOf({ file, handler }) {
    // who is open to everybody looks up neither tokens nor places
    const isGuarded = handler.definition?.scope !== undefined;
    const sent = [...(commands.get(file) ?? []), ...(isGuarded ? (commands.get(middleware) ?? []) : [])];
    return [...new Set(sent.flatMap(actionsFor))].sort();
  };
}

function actionsFor(command: string): string[] {
  const actions = actionsOfCommand[command];
  if (!actions) throw new Error(`lib/stack/permissions.ts does not know what ${command} needs`);
  return actions.map((action) => `dynamodb:${action}`);
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
      const sent = text.matchAll(/\bnew ([A-Z][A-Za-z]+Command)\d*\(/g);
      return [entryPoint, [...sent].map(([, command = ""]) => command)];
    }),
  );
}
