/*
 * Applies an update to an item. Every value is computed from the item before the update. The item itself is not changed: changed parts are
 * copied. Elements are removed from lists last, because their indexes are those before the update.
 */
import { ValidationError } from "../errors.ts";
import { memberText } from "../values/compare.ts";
import { addNumbers } from "../values/decimal.ts";
import { getMember, type Item, isMap, isNumeric, setMember, type Value, ValueSet } from "../values/value.ts";
import { computeOperand, wrongOperand } from "./compute-operand.ts";
import { valueAt } from "./evaluate.ts";
import type { Path, Update } from "./syntax.ts";

interface Change {
  path: Path;
  /** The value to set; undefined removes what is at the path. */
  value: Value | undefined;
}

export function applyUpdate(update: Update, old: Item): Item {
  const changes: Change[] = [
    ...update.set.map(({ path, value }) => ({ path, value: computeOperand(value, old) })),
    ...update.add.map(({ path, value }) => ({ path, value: sumAt(path, computeOperand(value, old), old) })),
    ...update.delete.map(({ path, value }) => ({
      path,
      value: differenceAt(path, computeOperand(value, old) as ValueSet, old),
    })),
    ...update.remove.map((path) => ({ path, value: undefined })),
  ];
  const copies = new Set<object>();
  const item = copyOf(old, copies);
  const writes = changes.filter(({ value }) => value !== undefined).sort(byLastIndex);
  const removals = changes.filter(({ value }) => value === undefined).sort((a, b) => byLastIndex(b, a));
  for (const change of [...writes, ...removals]) changeAt(item, change, copies);
  return item;
}

/**
 * Sorts changes by their indexes in a list. Elements past the end are appended in this order; elements are removed from the last to the
 * first.
 */
function byLastIndex(a: Change, b: Change): number {
  const [one, two] = [a.path.at(-1), b.path.at(-1)];
  return typeof one === "number" && typeof two === "number" ? one - two : 0;
}

function sumAt(path: Path, operand: Value, item: Item): Value {
  const found = valueAt(path, item);
  if (found === undefined) return operand;
  if (isNumeric(operand)) {
    if (!isNumeric(found)) throw wrongOperand();
    return addNumbers(found, operand);
  }
  const added = operand as ValueSet;
  if (!(found instanceof ValueSet) || found.type !== added.type) throw wrongOperand();
  const known = new Set(found.members.map(memberText));
  const more = added.members.filter((member) => !known.has(memberText(member)));
  return new ValueSet(found.type, [...found.members, ...more]);
}

/** A set without members is removed. */
function differenceAt(path: Path, removed: ValueSet, item: Item): Value | undefined {
  const found = valueAt(path, item);
  if (found === undefined) return undefined;
  if (!(found instanceof ValueSet) || found.type !== removed.type) throw wrongOperand();
  const gone = new Set(removed.members.map(memberText));
  const left = found.members.filter((member) => !gone.has(memberText(member)));
  return left.length > 0 ? new ValueSet(found.type, left) : undefined;
}

const invalidPath = () =>
  new ValidationError("The document path provided in the update expression is invalid for update");

function changeAt(item: Item, { path, value }: Change, copies: Set<object>): void {
  let container: Value = item;
  for (const step of path.slice(0, -1)) {
    const member: Value | undefined = memberAt(container, step);
    if (!Array.isArray(member) && !isMap(member)) throw invalidPath();
    const copy: Value = copyOf(member, copies);
    putMember(container, step, copy);
    container = copy;
  }
  const last = path.at(-1) as string | number;
  if (typeof last === "number" ? !Array.isArray(container) : !isMap(container)) throw invalidPath();
  if (value !== undefined) putMember(container, last, value);
  else if (Array.isArray(container)) container.splice(last as number, 1);
  else delete (container as Item)[last];
}

function memberAt(container: Value, step: string | number): Value | undefined {
  if (typeof step === "number") return Array.isArray(container) ? container[step] : undefined;
  return isMap(container) ? getMember(container, step) : undefined;
}

function putMember(container: Value, step: string | number, value: Value): void {
  if (!Array.isArray(container)) setMember(container as Item, step as string, value);
  else if ((step as number) < container.length) container[step as number] = value;
  else container.push(value);
}

/** A map or list that may be changed: a copy, which is made once. */
function copyOf<Container extends Item | Value[]>(container: Container, copies: Set<object>): Container {
  if (copies.has(container)) return container;
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
  copies.add(copy);
  return copy;
}
