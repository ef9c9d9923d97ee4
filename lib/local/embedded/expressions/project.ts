/*
 * The part of an item that some paths lead to. Maps and lists are kept around it; a list contains only the wanted elements, without gaps.
 */
import { getMember, type Item, isMap, setMember, type Value, type ValueMap } from "../values/value.ts";
import type { Path } from "./syntax.ts";

/** The wanted members: the whole of each, or only some parts of it. */
type Wanted = Map<string | number, Wanted | "all">;

export function makeProjection(paths: Path[]): (item: Item) => Item {
  const wanted: Wanted = new Map();
  for (const path of paths) addPath(wanted, path);
  return (item) => (pickMembers(item, wanted) ?? {}) as Item;
}

function addPath(wanted: Wanted, [step, ...rest]: Path): void {
  if (step === undefined) return;
  if (rest.length === 0) wanted.set(step, "all");
  else {
    const within = wanted.get(step);
    if (within === "all") return;
    const next: Wanted = within ?? new Map();
    wanted.set(step, next);
    addPath(next, rest);
  }
}

function pick(value: Value | undefined, wanted: Wanted | "all"): Value | undefined {
  if (value === undefined || wanted === "all") return value;
  return Array.isArray(value) ? pickElements(value, wanted) : pickMembers(value, wanted);
}

function pickMembers(value: Value, wanted: Wanted): Value | undefined {
  if (!isMap(value)) return undefined;
  const picked: ValueMap = {};
  let found = false;
  for (const [step, within] of wanted) {
    if (typeof step === "number") continue;
    const member = pick(getMember(value, step), within);
    if (member === undefined) continue;
    setMember(picked, step, member);
    found = true;
  }
  return found ? picked : undefined;
}

function pickElements(list: Value[], wanted: Wanted): Value | undefined {
  const indexes = [...wanted.keys()].filter((step) => typeof step === "number").sort((a, b) => a - b);
  const picked = indexes
    .map((index) => pick(list[index], wanted.get(index) as Wanted | "all"))
    .filter((each) => each !== undefined);
  return picked.length > 0 ? picked : undefined;
}
