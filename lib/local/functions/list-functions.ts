/*
 * What `npm start` must know of all functions before it imports any: which are endpoints, and their routes. To import all takes
 * 80 MB and most of a second, so this is read from the texts of their files, in which it is always literal.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routeMethod } from "#lib/http/head";
import { type FunctionFile, listFunctionFiles, projectFolder } from "#lib/registry";

export interface ListedRoute {
  /** A verb, or ANY. */
  method: string;
  path: string;
  endpoint: FunctionFile;
}

interface ListedFunctions {
  routes: ListedRoute[];
  fallback: FunctionFile;
  /** The functions of the socket, by their routes. */
  socketRoutes: ReadonlyMap<string, FunctionFile>;
  /** The other functions: the fallback, and those that work after the answers. */
  others: FunctionFile[];
}

/** The makers of functions that are not endpoints. */
const otherMakers = ["budgetNotice", "consumer", "dispatcher", "fallback", "scheduled", "streamReader"];

/** Throws if the text of a file does not show its method and path, or if there is no fallback. */
export function listFunctions(): ListedFunctions {
  const listed = listFunctionFiles().map((found) => {
    const text = readFileSync(join(projectFolder, found.file), "utf8");
    return { found, text, maker: /^export const handler = (\w+)\(/m.exec(text)?.[1] ?? "" };
  });
  const fallback = listed.find(({ maker }) => maker === "fallback")?.found;
  if (!fallback) throw new Error("functions/default/unknown-path.ts is missing");
  const ofSocket = listed.filter(({ maker }) => maker === "socketRoute");
  const others = listed.filter(({ maker }) => otherMakers.includes(maker));
  const endpoints = listed.filter((each) => !ofSocket.includes(each) && !others.includes(each));
  return {
    routes: endpoints.flatMap(({ found, text }) => routesIn(text, found)),
    fallback,
    socketRoutes: new Map(ofSocket.map(({ found, text }) => [socketRouteIn(text, found), found])),
    others: others.map(({ found }) => found),
  };
}

function socketRouteIn(text: string, { file }: FunctionFile): string {
  const route = /^ {2}\{ route: "([^"]+)",/m.exec(text)?.[1];
  if (!route) throw new Error(`${file} must begin its definition with a literal route`);
  return route;
}

function routesIn(text: string, endpoint: FunctionFile): ListedRoute[] {
  const [method, path, alsoAt] = ["method", "path", "alsoAt"].map(
    // a member of the definition, which is the first argument
    (name) => new RegExp(`^ {4}${name}: "([^"]+)",$`, "m").exec(text)?.[1],
  );
  if (!method || !path)
    throw new Error(`${endpoint.file} must begin its definition with a literal method and path`);
  return [path, ...(alsoAt ? [alsoAt] : [])].map((path) => ({ method: routeMethod(method), path, endpoint }));
}
