/* The values of a template as CloudFormation fills them in: parameters, outputs of nested stacks, and its functions. */
import { attributeOf, names } from "./attributes.ts";
import type { Place } from "./place.ts";
import type { StackNode } from "./stacks.ts";

export type Resolve = (value: unknown, stack: StackNode) => unknown;

type Argument = string | unknown[] | Record<string, unknown>;

/** Gives a function that fills in values for one place. It throws for what it has no rule for. */
export function resolverFor(place: Place): Resolve {
  const resolve: Resolve = (value, stack) => {
    if (Array.isArray(value))
      return value.map((each) => resolve(each, stack)).filter((each) => each !== noValue);
    if (typeof value !== "object" || value === null) return value;
    const [[name = "", argument] = [], ...others] = Object.entries(value);
    if (others.length === 0 && (name === "Ref" || name.startsWith("Fn::")))
      return call(name, argument as Argument, stack);
    const filled = Object.entries(value).map(([name, each]) => [name, resolve(each, stack)]);
    return Object.fromEntries(filled.filter(([, each]) => each !== noValue));
  };

  const textOf = (value: unknown, stack: StackNode) => String(resolve(value, stack));
  const listOf = (value: unknown, stack: StackNode) => resolve(value, stack) as unknown[];

  function call(name: string, argument: Argument, stack: StackNode): unknown {
    const items = argument as unknown[];
    switch (name) {
      case "Ref":
        return refer(String(argument), stack);
      case "Fn::GetAtt": {
        const [id = "", ...rest] = typeof argument === "string" ? argument.split(".") : (items as string[]);
        return attribute(id, rest.join("."), stack);
      }
      case "Fn::Join":
        return listOf(items[1], stack).map(String).join(String(items[0]));
      case "Fn::Split":
        return textOf(items[1], stack).split(String(items[0]));
      case "Fn::Select":
        return listOf(items[1], stack)[Number(resolve(items[0], stack))];
      case "Fn::Sub":
        return typeof argument === "string"
          ? substitute(argument, {}, stack)
          : substitute(String(items[0]), items[1] as Record<string, unknown>, stack);
      case "Fn::Base64":
        return Buffer.from(textOf(argument, stack)).toString("base64");
      case "Fn::FindInMap": {
        const [map, first, second] = items.map((each) => textOf(each, stack));
        return stack.template.Mappings?.[map ?? ""]?.[first ?? ""]?.[second ?? ""];
      }
      case "Fn::GetAZs":
        return ["a", "b", "c"].map((zone) => `${place.region}${zone}`);
      case "Fn::If":
        return resolve(
          isTrue(stack.template.Conditions?.[String(items[0])], stack) ? items[1] : items[2],
          stack,
        );
      default:
        throw new Error(`${name} is unknown to the check of limits; add it to lib/stack/limits/resolve.ts`);
    }
  }

  function isTrue(condition: unknown, stack: StackNode): boolean {
    const [[name = "", argument] = []] = Object.entries(condition as Record<string, unknown>);
    const items = argument as unknown[];
    if (name === "Condition") return isTrue(stack.template.Conditions?.[String(argument)], stack);
    if (name === "Fn::Equals") return textOf(items[0], stack) === textOf(items[1], stack);
    if (name === "Fn::Not") return !isTrue(items[0], stack);
    if (name === "Fn::And") return items.every((each) => isTrue(each, stack));
    if (name === "Fn::Or") return items.some((each) => isTrue(each, stack));
    throw new Error(`${name} is unknown to the check of limits; add it to lib/stack/limits/resolve.ts`);
  }

  function substitute(text: string, values: Record<string, unknown>, stack: StackNode): string {
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in values) return textOf(values[name], stack);
      const [id = "", ...rest] = name.split(".");
      return String(rest.length > 0 ? attribute(id, rest.join("."), stack) : refer(id, stack));
    });
  }

  function refer(id: string, stack: StackNode): unknown {
    const pseudo: Record<string, unknown> = {
      "AWS::AccountId": place.account,
      "AWS::Region": place.region,
      "AWS::Partition": place.partition,
      "AWS::URLSuffix": place.urlSuffix,
      "AWS::StackName": stack.name,
      "AWS::StackId": `arn:${place.partition}:cloudformation:${place.region}:${place.account}:stack/${stack.name}/00000000-0000-0000-0000-000000000000`,
      "AWS::NotificationARNs": [],
      "AWS::NoValue": noValue,
    };
    if (id in pseudo) return pseudo[id];
    const parameter = stack.template.Parameters?.[id];
    if (!parameter) return attribute(id, "Ref", stack);
    const given = stack.parent?.parameters[id];
    return given === undefined || !stack.parent ? parameter.Default : resolve(given, stack.parent.stack);
  }

  function attribute(id: string, name: string, stack: StackNode): unknown {
    const nested = stack.children.get(id);
    const output = name.replace(/^Outputs\./, "");
    if (nested && output !== name) {
      const found = nested.template.Outputs?.[output];
      if (!found) throw new Error(`${id} has no output ${output}`);
      return resolve(found.Value, nested);
    }
    const resource = stack.template.Resources[id];
    if (!resource) throw new Error(`${id} is in no template`);
    const given = resource.Properties?.[names[resource.Type]?.property ?? ""];
    const own = given === undefined ? undefined : textOf(given, stack);
    return attributeOf(stack, id, resource.Type, name, own, place);
  }

  return resolve;
}

/** What `AWS::NoValue` becomes: the property is left out. */
const noValue = Symbol("AWS::NoValue");
