/* Compares synthesized stacks with the limits of AWS. */
import { limits } from "./limits.ts";
import { type Limit, type Measured, placed } from "./measure.ts";
import type { Place } from "./place.ts";
import { resolverFor } from "./resolve.ts";
import { type StackNode, withNested } from "./stacks.ts";

export interface Checked {
  /** One line for each value that AWS refuses, and for each that cannot be measured. */
  violations: string[];
  /** The largest value of each kind, the closest to its limit first. */
  largest: string[];
  /** Whether all limits hold, and the closest of these values. */
  line: string;
}

const toldInLine = 4;

interface Found extends Measured {
  limit: Limit;
}

/** Each stack is measured in each place. */
export function checkLimits(stacks: StackNode[], places: Place[]): Checked {
  const violations: string[] = [];
  const largest = new Map<string, Found>();
  for (const stack of stacks)
    for (const place of places)
      for (const limit of limits)
        for (const found of measured(limit, stack, place, violations)) {
          if (found.size > (largest.get(limit.what)?.size ?? -1)) largest.set(limit.what, found);
          if (found.size > limit.most)
            violations.push(`${stack.name} in ${place.region}: ${describe(found)}: AWS refuses it`);
        }
  const closest = [...largest.values()].sort((one, other) => shareOf(other) - shareOf(one)).map(describe);
  const where = `${stacks.map(({ name }) => name).join(" and ")} in ${places.map(({ region }) => region).join(" and ")}`;
  const said = violations.length === 0 ? "all hold" : `${violations.length} exceeded`;
  return {
    violations: [...new Set(violations)],
    largest: closest,
    line: `limits of AWS for ${where}: ${said}; of ${closest.length} the closest are ${closest.slice(0, toldInLine).join(" · ")}`,
  };
}

function measured(limit: Limit, stack: StackNode, place: Place, problems: string[]): Found[] {
  const resolve = resolverFor(place);
  const stacks = withNested(stack);
  const resources = stacks.flatMap((each) =>
    Object.entries(each.template.Resources).map(([id, resource]) => placed(id, resource, each, resolve)),
  );
  try {
    return limit.measure({ stacks, resources, resolve }).map((found) => ({ ...found, limit }));
  } catch (error) {
    problems.push(
      `${stack.name} in ${place.region}: ${limit.what} cannot be measured: ${(error as Error).message}`,
    );
    return [];
  }
}

/** How close a value is to its limit. A limit of 0 either holds or not: no value is close to it. */
const shareOf = ({ size, limit }: Found) => (limit.most === 0 ? size : size / limit.most);

const number = (value: number) => value.toLocaleString("en");

const describe = ({ limit: { what, most, unit }, size, where }: Found) =>
  `${what} ${number(size)} of ${number(most)} ${unit} (${where})`;
