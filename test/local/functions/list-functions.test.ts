import { describe, expect, test } from "vitest";
import { listFunctions } from "#lib/local/functions/list-functions";
import { warmed, warmedForApp } from "#lib/local/functions/warm-up";
import {
  functionsOf,
  isEndpoint,
  isSocketRoute,
  listFunctionFiles,
  type Registered,
  readRegistry,
  routesOf,
} from "#lib/registry";

const registry = await readRegistry();
const listed = listFunctions();
const fileOf = ({ file }: { file: string }) => file;

describe("what is read from the texts of the functions is what they are when they are imported", () => {
  test("every route of every endpoint", () => {
    const imported = routesOf(registry).map(({ method, path, endpoint: { operation, area, file } }) => ({
      method,
      path,
      endpoint: { operation, area, file },
    }));
    expect(imported.length).toBeGreaterThan(190);
    expect(listed.routes).toEqual(imported);
  });

  test("every function that is no endpoint", () => {
    const others = functionsOf(registry).filter((each) => !isEndpoint(each) && !isSocketRoute(each));
    expect(listed.others.map(fileOf).sort()).toEqual(others.map(fileOf).sort());
    expect(fileOf(listed.fallback)).toBe(fileOf(registry.fallback as Registered<never>));
  });

  test("every route of the socket", () => {
    const imported = registry.socketRoutes.map(({ handler, file }) => [handler.socket.route, file]);
    expect([...listed.socketRoutes].map(([route, found]) => [route, fileOf(found)])).toEqual(imported);
    expect(imported.map(([route]) => route).sort()).toEqual(["$connect", "$default", "$disconnect"]);
  });

  test("the endpoints that are imported before their first call are there", () => {
    const names = listed.routes.map(({ endpoint }) => endpoint.operation);
    expect([...warmed, ...warmedForApp].filter((name) => !names.includes(name))).toEqual([]);
  });

  test("no file is left out", () => {
    const files = [
      ...listed.routes.map(({ endpoint }) => endpoint),
      ...listed.socketRoutes.values(),
      ...listed.others,
    ].map(fileOf);
    expect([...new Set(files)].sort()).toEqual(listFunctionFiles().map(fileOf).sort());
  });
});
