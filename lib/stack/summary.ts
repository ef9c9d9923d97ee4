/* The result of a synthesis in one line. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type App, Stack, Validations } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";

interface Template {
  Resources: Record<string, { Type: string; Properties?: unknown }>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** The template of each stack by its id, including nested stacks. */
export function templatesOf(app: App, { directory }: CloudAssembly): Map<string, Template> {
  const stacks = app.node.findAll().filter((each): each is Stack => each instanceof Stack);
  return new Map(
    stacks.map((stack) => [
      stack.node.id,
      JSON.parse(readFileSync(path.join(directory, stack.templateFile), "utf8")) as Template,
    ]),
  );
}

/** Counts of stacks, functions, routes, integrations, resources, roles and findings of cdk-nag. */
export const summaryOf = (app: App, assembly: CloudAssembly): string =>
  `${countsOf(templatesOf(app, assembly))} · findings of cdk-nag: ${findings(assembly)} unexplained, explained ${acknowledged(app).join(" and ")}`;

/** What a stage has, as docs/operations/deploy.md says it: `37 stacks · 293 functions · …`. */
export function countsOf(templates: Iterable<[id: string, Pick<Template, "Resources">]>): string {
  const stacks = [...templates].map(([id, { Resources }]) => ({
    id,
    types: Object.values(Resources).map(({ Type }) => Type),
  }));
  const types = stacks.flatMap((stack) => stack.types);
  const [largest] = stacks.toSorted((one, other) => other.types.length - one.types.length);
  const count = (type: string) => types.filter((each) => each === type).length;
  return [
    `${stacks.length} stacks`,
    `${count("AWS::Lambda::Function")} functions`,
    `${count("AWS::ApiGatewayV2::Route")} routes`,
    `${count("AWS::ApiGatewayV2::Integration")} integrations`,
    `${types.length} resources, ${largest?.types.length} in the largest stack (${largest?.id})`,
    `${count("AWS::IAM::Role")} roles`,
  ].join(" · ");
}

function findings({ directory }: CloudAssembly): number {
  const report = JSON.parse(readFileSync(path.join(directory, "validation-report.json"), "utf8")) as {
    pluginReports: { violations: { violatingConstructs: unknown[] }[] }[];
  };
  return report.pluginReports
    .flatMap(({ violations }) => violations)
    .reduce((sum, { violatingConstructs }) => sum + violatingConstructs.length, 0);
}

/** The rules that are acknowledged somewhere with a reason. */
function acknowledged(app: App): string[] {
  const rules = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.keys(data as Record<string, string>));
  return [...new Set(rules.map((rule) => rule.replace("Annotation::", "")))];
}
