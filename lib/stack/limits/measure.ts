/* Types of limits, and functions that count and measure resources. */
import type { Resolve } from "./resolve.ts";
import { type StackNode, type TemplateResource, titleOf } from "./stacks.ts";

/** A resource of a synthesized stack or of one of its nested stacks. */
export interface PlacedResource {
  id: string;
  /** Its name in messages. */
  title: string;
  type: string;
  stack: StackNode;
  metadata: Record<string, unknown>;
  /** The property as CloudFormation fills it in; undefined if the template has none. */
  property(name: string): unknown;
}

export interface Deployment {
  stacks: StackNode[];
  resources: PlacedResource[];
  resolve: Resolve;
}

export interface Measured {
  /** The path in the app of the resource that was measured, for messages. */
  where: string;
  size: number;
}

export interface Limit {
  what: string;
  most: number;
  unit: string;
  measure(deployment: Deployment): Measured[];
}

export const placed = (
  id: string,
  { Type, Properties = {}, Metadata = {} }: TemplateResource,
  stack: StackNode,
  resolve: Resolve,
): PlacedResource => ({
  id,
  title: titleOf(stack, id),
  type: Type,
  stack,
  metadata: Metadata,
  property: (name) => (Properties[name] === undefined ? undefined : resolve(Properties[name], stack)),
});

export const ofType = ({ resources }: Deployment, type: string) =>
  resources.filter((each) => each.type === type);

/** A limit of each resource of a type; those for which `size` gives nothing are left out. */
export const each =
  (type: string, size: (resource: PlacedResource) => number | undefined) =>
  (deployment: Deployment): Measured[] =>
    ofType(deployment, type).flatMap((resource) => {
      const found = size(resource);
      return found === undefined ? [] : [{ where: resource.title, size: found }];
    });

/** A limit of each stack, nested ones too. */
export const eachStack =
  (size: (stack: StackNode) => number) =>
  ({ stacks }: Deployment): Measured[] =>
    stacks.map((stack) => ({ where: stack.title, size: size(stack) }));

export const characters = (value: unknown) => (typeof value === "string" ? value.length : undefined);
export const bytes = (value: unknown) =>
  Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
/** IAM does not count white space between the parts of a policy. */
export const policy = (document: unknown) => (document === undefined ? 0 : JSON.stringify(document).length);
export const countOf = (values: object | undefined) => Object.keys(values ?? {}).length;

/** How often each name is there. */
export const countEach = (names: unknown[]): Measured[] => sums(names.map((of) => ({ of, size: 1 })));

/** Adds up the sizes of resources that belong to one other resource. */
export function sums(items: { of: unknown; size: number }[]): Measured[] {
  const all = Map.groupBy(items, ({ of }) => String(of));
  return [...all].map(([where, some]) => ({ where, size: some.reduce((sum, { size }) => sum + size, 0) }));
}
