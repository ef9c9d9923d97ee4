/*
 * What becomes a function of Lambda: a function of the registry or, for the pages for people, a group of them. An API has at most 300
 * integrations, a number that AWS does not raise, and each function takes one; every endpoint of the API keeps a function of its own.
 */
import type { PageGroup } from "#lib/http/definition";
import { type AnyFunction, functionsOf, isEndpoint, type Registry } from "#lib/registry";

export interface Deployed {
  /** The name of its file and of its log lines, `listRecords`; of a group `authPages`, whose log lines name the page. */
  operation: string;
  /** The folder in functions/ in whose nested stack it is. */
  area: string;
  /** The functions whose code it has: one, or the pages of the group. */
  members: readonly [AnyFunction, ...AnyFunction[]];
}

/** The group that a function shares its Lambda function with. */
export const groupOf = (registered: AnyFunction): PageGroup | undefined =>
  isEndpoint(registered) ? registered.handler.definition.group : undefined;

/** The name of the Lambda function that runs a function of the registry. */
export function deployedNameOf(registered: AnyFunction): string {
  const group = groupOf(registered);
  return group ? `${group}Pages` : registered.operation;
}

/**
 * Whether a form needs no route: it is at the address of a page of its group, and the route of a page takes every method (lib/http/head.ts). The
 * function finds the form by the method (lib/http/kinds/group-pages.ts). An API has at most 300 routes.
 */
export const sharesRouteOfPage = (registered: AnyFunction, all: readonly AnyFunction[]): boolean =>
  isEndpoint(registered) &&
  registered.handler.definition.method !== "GET" &&
  groupOf(registered) !== undefined &&
  all.some(
    (each) =>
      isEndpoint(each) &&
      groupOf(each) === groupOf(registered) &&
      each.handler.definition.method === "GET" &&
      each.handler.definition.path === registered.handler.definition.path,
  );

/** All functions of Lambda, in the order of the first of their members. */
export const deployedOf = (registry: Registry): Deployed[] =>
  [...Map.groupBy(functionsOf(registry), deployedNameOf)].map(([operation, [first, ...others]]) => {
    if (!first) throw new Error(`${operation} has no functions`);
    return { operation, area: groupOf(first) ?? first.area, members: [first, ...others] };
  });

/** The functions of Lambda of each area. */
export const deployedByArea = (registry: Registry): Map<string, Deployed[]> =>
  Map.groupBy(deployedOf(registry), ({ area }) => area);
