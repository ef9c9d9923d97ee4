/* The expressions of one request, ready for use: parsed, bound, checked, and every placeholder of the request used. */
import { ValidationError } from "../errors.ts";
import type { Item, Value } from "../values/value.ts";
import { bindNode, bindUpdate } from "./bind.ts";
import { cacheParsed } from "./cache.ts";
import { checkCondition, checkParentheses } from "./check-condition.ts";
import { checkKeyPaths, checkOverlaps, pathsIn } from "./check-paths.ts";
import { checkUpdate, checkUpdateOfKeys } from "./check-update.ts";
import { holds } from "./evaluate.ts";
import { type KeyRange, readKeyCondition } from "./key-condition.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseProjection } from "./parse-path.ts";
import { parseUpdate } from "./parse-update.ts";
import { type GivenPlaceholders, type Placeholders, readPlaceholders } from "./placeholders.ts";
import { makeProjection } from "./project.ts";
import type { Path, Update } from "./syntax.ts";

export interface GivenExpressions extends GivenPlaceholders {
  ConditionExpression?: string | undefined;
  FilterExpression?: string | undefined;
  KeyConditionExpression?: string | undefined;
  ProjectionExpression?: string | undefined;
  UpdateExpression?: string | undefined;
}

export interface TableKeys {
  partitionKey: { name: string; type: "S" | "N" | "B" };
  sortKey?: { name: string; type: "S" | "N" | "B" } | undefined;
}

export interface Expressions {
  keyRange?: KeyRange;
  /** Whether an item fulfills the condition; without one every item does. */
  condition?: (item: Item) => boolean;
  filter?: (item: Item) => boolean;
  filterPaths: Path[];
  project?: (item: Item) => Item;
  update?: Update;
}

const cached = {
  condition: cacheParsed(parseCondition),
  update: cacheParsed(parseUpdate),
  projection: cacheParsed(parseProjection),
};

type Parameter = Exclude<keyof GivenExpressions, keyof GivenPlaceholders>;

/** `parameters` are the expression parameters of the operation: the message about unused placeholders names them. */
export function readExpressions(
  given: GivenExpressions,
  { parameters, keys, read }: { parameters: Parameter[]; keys: TableKeys; read: (raw: unknown) => Value },
): Expressions {
  checkPresent(given, parameters);
  const placeholders = readPlaceholders(given, read);
  const {
    ConditionExpression,
    FilterExpression,
    KeyConditionExpression,
    ProjectionExpression,
    UpdateExpression,
  } = given;
  const names = [keys.partitionKey.name, ...(keys.sortKey ? [keys.sortKey.name] : [])];
  const expressions: Expressions = { filterPaths: [] };
  if (UpdateExpression !== undefined)
    expressions.update = about("UpdateExpression", () => readUpdate(UpdateExpression, placeholders));
  const bindOne = (parameter: Parameter, text: string) =>
    about(parameter, () => bindNode(cached.condition(text), placeholders));
  const readOne = (parameter: Parameter, text: string) => {
    about(parameter, () => checkParentheses(cached.condition(text)));
    const condition = bindOne(parameter, text);
    about(parameter, () => checkCondition(condition));
    const paths = pathsIn(condition);
    checkKeyPaths(paths, names);
    return { paths, test: (item: Item) => holds(condition, item) };
  };
  if (ConditionExpression !== undefined)
    expressions.condition = readOne("ConditionExpression", ConditionExpression).test;
  const keyCondition =
    KeyConditionExpression !== undefined && bindOne("KeyConditionExpression", KeyConditionExpression);
  if (keyCondition) about("KeyConditionExpression", () => checkCondition(keyCondition));
  if (FilterExpression !== undefined) {
    const { test, paths } = readOne("FilterExpression", FilterExpression);
    Object.assign(expressions, { filter: test, filterPaths: paths });
  }
  if (ProjectionExpression !== undefined)
    expressions.project = readProjection(ProjectionExpression, placeholders, names);
  placeholders.checkUnused();
  if (expressions.update) checkUpdateOfKeys(expressions.update, names);
  if (keyCondition) expressions.keyRange = readKeyCondition(keyCondition, keys);
  return expressions;
}

function readUpdate(text: string, placeholders: Placeholders): Update {
  const update = bindUpdate(cached.update(text), placeholders);
  checkUpdate(update);
  return update;
}

function readProjection(text: string, placeholders: Placeholders, names: string[]) {
  const paths = about("ProjectionExpression", () => {
    const paths = cached.projection(text).map(placeholders.pathOf);
    checkOverlaps(paths);
    return paths;
  });
  checkKeyPaths(paths, names);
  return makeProjection(paths);
}

/** Adds the name of the expression to the message of a refusal. */
function about<Result>(parameter: Parameter, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`Invalid ${parameter}: ${error.message}`);
  }
}

function checkPresent(given: GivenExpressions, parameters: Parameter[]): void {
  if (
    parameters.some(
      (each) =>
        given[each] !== undefined && (each !== "ProjectionExpression" || !given.ExpressionAttributeValues),
    )
  )
    return;
  if (given.ExpressionAttributeNames && parameters.every((each) => given[each] === undefined))
    throw new ValidationError("ExpressionAttributeNames can only be specified when using expressions");
  if (!given.ExpressionAttributeValues) return;
  const holding = parameters.filter((each) => each !== "ProjectionExpression");
  if (holding.some((each) => given[each] !== undefined)) return;
  throw new ValidationError(
    `ExpressionAttributeValues can only be specified when using expressions: ${holding.join(" and ")} ${holding.length > 1 ? "are" : "is"} null`,
  );
}
