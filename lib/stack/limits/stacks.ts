/* A synthesized stack with its nested stacks, as CloudFormation would make them. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Template {
  Description?: string;
  Resources: Record<string, TemplateResource>;
  Parameters?: Record<string, { Default?: unknown }>;
  Outputs?: Record<string, { Value: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
}

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  UpdatePolicy?: { CodeDeployLambdaAliasUpdate?: object };
}

export interface StackNode {
  /** Its name. CloudFormation chooses the names of nested stacks. */
  name: string;
  /** What it is called in messages: its path in the app. */
  title: string;
  template: Template;
  /** Bytes of the template. */
  bytes: number;
  /** The folder of the templates and of what they deploy. */
  folder: string;
  /** The stack above, and the values that it gives to parameters; undefined for the stack at the top. */
  parent?: { stack: StackNode; parameters: Record<string, unknown> };
  /** The nested stacks by their logical ids. */
  children: Map<string, StackNode>;
}

/** Reads a template and those of its nested stacks. */
export function readStack(
  folder: string,
  file: string,
  name: string,
  parent?: StackNode["parent"],
  title = name,
): StackNode {
  const text = readFileSync(path.join(folder, file));
  const template = JSON.parse(text.toString()) as Template;
  const stack: StackNode = { name, title, template, bytes: text.length, folder, children: new Map() };
  if (parent) stack.parent = parent;
  for (const [id, { Type, Properties, Metadata }] of Object.entries(template.Resources)) {
    if (Type !== "AWS::CloudFormation::Stack") continue;
    const nested = Metadata?.["aws:asset:path"];
    if (typeof nested !== "string")
      throw new Error(
        `${file} does not say which file is the template of ${id}: synthesize with asset metadata`,
      );
    const parameters = (Properties?.["Parameters"] ?? {}) as Record<string, unknown>;
    const own = { stack, parameters };
    stack.children.set(id, readStack(folder, nested, generatedName(name, id), own, titleOf(stack, id)));
  }
  return stack;
}

/** A name that CloudFormation chooses: it ends with random characters, and is cut to what the service allows. */
export const generatedName = (stack: string, id: string, longest = 128): string => {
  const name = `${stack}-${id}-ABCDEFGHIJKL`;
  return name.slice(0, longest);
};

/** Where a resource is defined in the app: `Gridless/RecordArea/createRecords/Function`. */
export function titleOf({ title, template }: StackNode, id: string): string {
  const defined = template.Resources[id]?.Metadata?.["aws:cdk:path"];
  if (typeof defined !== "string") return `${title}/${id}`;
  return defined.replace(/\/Resource$|\.NestedStack(?=\/)\/.*\.NestedStackResource$/g, "");
}

/** The stack and all stacks below it. */
export const withNested = (stack: StackNode): StackNode[] => [
  stack,
  ...[...stack.children.values()].flatMap(withNested),
];
