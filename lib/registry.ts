/*
 * All functions, read from functions/<area>/<operation>.ts: for the stack, the OpenAPI document and the tests of every endpoint.
 * `npm start` imports endpoints at their first call (lib/local/functions). Never bundled.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BudgetNotice } from "#lib/events/budget-notice";
import type { Consumer } from "#lib/events/consumer";
import type { Dispatcher } from "#lib/events/dispatcher";
import type { StreamReader } from "#lib/events/reader";
import type { Scheduled } from "#lib/events/scheduled";
import type { Endpoint } from "#lib/http/endpoint";
import type { Fallback } from "#lib/http/fallback";
import { routeMethod } from "#lib/http/head";
import type { SocketRoute } from "#lib/socket/socket-route";

export const projectFolder = path.join(import.meta.dirname, "..");

export interface FunctionFile {
  /** The name of the file in camel case: `createView`. */
  operation: string;
  area: string;
  /** From the project's folder, with slashes: `functions/view/create-view.ts`. */
  file: string;
}

export interface Registered<Handler = Endpoint> extends FunctionFile {
  handler: Handler;
}

export interface Registry {
  endpoints: Registered[];
  /** Answers requests that no endpoint takes. */
  fallback: Registered<Fallback>;
  /** Reads the stream and sends changes to the consumers. */
  dispatcher: Registered<Dispatcher>;
  /** Reads the stream for history and trash. */
  reader: Registered<StreamReader>;
  consumers: Registered<Consumer>[];
  schedules: Registered<Scheduled>[];
  /** Hear that a budget is reached. */
  notices: Registered<BudgetNotice>[];
  /** One for each route of the socket. */
  socketRoutes: Registered<SocketRoute>[];
}

/** A function of any kind. Each kind's handler has a property of its own that tells it apart. */
export type AnyFunction =
  | Registered
  | Registered<Fallback>
  | Registered<Dispatcher>
  | Registered<StreamReader>
  | Registered<Consumer>
  | Registered<Scheduled>
  | Registered<BudgetNotice>
  | Registered<SocketRoute>;

export const isEndpoint = (each: AnyFunction): each is Registered => "definition" in each.handler;
export const isFallback = (each: AnyFunction): each is Registered<Fallback> => "fallback" in each.handler;
export const isDispatcher = (each: AnyFunction): each is Registered<Dispatcher> =>
  "dispatchTo" in each.handler;
export const isReader = (each: AnyFunction): each is Registered<StreamReader> => "reader" in each.handler;
export const isConsumer = (each: AnyFunction): each is Registered<Consumer> => "consumer" in each.handler;
export const isScheduled = (each: AnyFunction): each is Registered<Scheduled> => "schedule" in each.handler;
export const isBudgetNotice = (each: AnyFunction): each is Registered<BudgetNotice> =>
  "notice" in each.handler;
export const isSocketRoute = (each: AnyFunction): each is Registered<SocketRoute> => "socket" in each.handler;

/** Imports all functions, or these files of them. */
export async function readRegistry(files: readonly FunctionFile[] = listFunctionFiles()): Promise<Registry> {
  const all = await Promise.all(files.map(register));
  const dispatcher = all.find(isDispatcher);
  const reader = all.find(isReader);
  const fallback = all.find(isFallback);
  if (!dispatcher) throw new Error("functions/stream/dispatch-changes.ts is missing");
  if (!reader) throw new Error("functions/stream/keep-record-images.ts is missing");
  if (!fallback) throw new Error("functions/default/unknown-path.ts is missing");
  return {
    endpoints: all.filter(isEndpoint),
    fallback,
    dispatcher,
    reader,
    consumers: all.filter(isConsumer),
    schedules: all.filter(isScheduled),
    notices: all.filter(isBudgetNotice),
    socketRoutes: all.filter(isSocketRoute),
  };
}

/** All functions of every kind. */
export const functionsOf = ({
  endpoints,
  fallback,
  dispatcher,
  reader,
  consumers,
  schedules,
  notices,
  socketRoutes,
}: Registry): AnyFunction[] => [
  ...[...endpoints, fallback, dispatcher, reader],
  ...[...consumers, ...schedules, ...notices, ...socketRoutes],
];

export interface RegisteredRoute {
  /** A verb, or ANY. */
  method: string;
  path: string;
  endpoint: Registered;
}

/** Every route of the endpoints; some have a second one. */
export const routesOf = ({ endpoints }: Registry): RegisteredRoute[] =>
  endpoints.flatMap((endpoint) => {
    const { method, path, alsoAt } = endpoint.handler.definition;
    return [path, ...(alsoAt ? [alsoAt] : [])].map((path) => ({
      method: routeMethod(method),
      path,
      endpoint,
    }));
  });

/** The files of all functions, in the order of their names; nothing is imported. */
export const listFunctionFiles = (): FunctionFile[] =>
  namesIn("functions").flatMap((area) =>
    namesIn(`functions/${area}`).map((name) => ({
      area,
      operation: name.replace(/\.ts$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      file: `functions/${area}/${name}`,
    })),
  );

const namesIn = (folder: string): string[] => readdirSync(path.join(projectFolder, folder)).sort();

/** Gives the handler of a function. */
export async function importHandler<Handler = AnyFunction["handler"]>({
  file,
}: FunctionFile): Promise<Handler> {
  const { handler } = await import(pathToFileURL(path.join(projectFolder, file)).href);
  return handler;
}

async function register(found: FunctionFile): Promise<AnyFunction> {
  return { ...found, handler: await importHandler(found) } as AnyFunction;
}
