/* Calls of functions. */
import { dateFunctions } from "#lib/engine/formula/functions/dates";
import type { FlatImplementation, Implementation } from "#lib/engine/formula/functions/implementation";
import { flatListFunctions, listFunctions, truthFunctions } from "#lib/engine/formula/functions/lists";
import { flatNumberFunctions, numberFunctions } from "#lib/engine/formula/functions/numbers";
import { flatTextFunctions, textFunctions } from "#lib/engine/formula/functions/texts";
import { CellError, checkList, fail, madeText, spend } from "#lib/engine/formula/shared/cell-errors";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import type { FormulaRecord, Scalar, Tree, Value } from "#lib/engine/formula/shared/kinds";
import type { Run, Running } from "./running.ts";

const plain: Record<string, Implementation> = {
  ...numberFunctions,
  ...textFunctions,
  ...listFunctions,
  ...dateFunctions,
};
const flat: Record<string, FlatImplementation> = {
  ...flatNumberFunctions,
  ...flatTextFunctions,
  ...flatListFunctions,
  ...truthFunctions,
};

/** What functions read of the record. */
const members: Record<string, Run> = {
  BLANK: () => undefined,
  RECORD_ID: ({ id }) => id,
  AUTO_NUMBER: ({ autoNumber }) => autoNumber,
  CREATED_TIME: ({ createdTime }) => createdTime,
  LAST_MODIFIED_TIME: ({ lastModifiedTime }) => lastModifiedTime,
};

/** Functions that do not evaluate all of their arguments, or evaluate them in another way. */
const special: Record<string, (args: Run[], running: Running) => Run> = {
  IF: makeIf,
  SWITCH: makeSwitch,
  IS_ERROR: ([value], running) => makeIsError(value as Run, running),
  REGEXP_REPLACE: makeReplace,
};

export function makeCall(name: string, trees: Tree[], running: Running): Run {
  const member = members[name];
  if (member) return member;
  const args = trees.map(running.make);
  const make = special[name];
  if (make) return make(args, running);
  const ofList = flat[name];
  if (ofList) return makeFlat(ofList, args, name in truthFunctions, running);
  const run = plain[name];
  if (!run) throw new Error(`a formula is stored with the function ${name}, which does not exist`);
  return makePlain(run as (args: Value[], clock: Running["clock"]) => Value, args, running);
}

function makePlain(
  run: (args: Value[], clock: Running["clock"]) => Value,
  args: Run[],
  { clock }: Running,
): Run {
  return (record) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(record);
      if (typeof value === "object") checkList(value, clock);
      // for reading a text to its end, as VALUE and date functions do
      else if (typeof value === "string") spend(clock, value.length / 100);
      values.push(value);
    }
    return run(values, clock);
  };
}

function makeFlat(run: FlatImplementation, args: Run[], keepsNulls: boolean, { clock }: Running): Run {
  return (record) => {
    const list: Scalar[] = [];
    for (const arg of args) {
      const value = arg(record);
      const elements = typeof value === "object" ? checkList(value, clock) : [value];
      for (const element of elements) if (element !== undefined || keepsNulls) list.push(element);
    }
    checkList(list, clock);
    return run(list as never, clock);
  };
}

function makeIf([condition, yes, no]: Run[]): Run {
  return (record) => (condition?.(record) ? yes?.(record) : no?.(record));
}

/** The arguments are: comparison, value, comparison, value, …, default. */
function makeSwitch(args: Run[]): Run {
  return (record) => {
    let i = 0;
    for (; i + 1 < args.length; i += 2) if (args[i]?.(record)) return args[i + 1]?.(record);
    return args[i]?.(record);
  };
}

/** JavaScript throws a RangeError for impossible dates. */
export const isCellError = (error: unknown) => error instanceof CellError || error instanceof RangeError;

/** The work of catching an error, in nodes. */
const catching = 60;

function makeIsError(value: Run, { clock }: Running): Run {
  return (record) => {
    try {
      value(record);
      return false;
    } catch (error) {
      if (!isCellError(error)) throw error;
      spend(clock, catching);
      return true;
    }
  };
}

/** The work of any match, however short. */
const matching = 40;

/** The work depends on the length of the text and of the expression. */
function makeReplace([text, expression, replacement]: Run[], { clock, regexp }: Running): Run {
  const textOf = (run: Run | undefined, record: FormulaRecord) => run?.(record) as string | undefined;
  return (record) => {
    const [from = "", wanted = "", by = ""] = [text, expression, replacement].map((run) =>
      textOf(run, record),
    );
    if (!regexp) throw new Error("a formula has REGEXP_REPLACE: load the engine of regexp.ts and pass it");
    spend(clock, matching + (from.length * Math.min(wanted.length, formulaLimits.regexp)) / 10);
    const replaced = regexp.replaceAll(from, wanted, by, limitTo(clock));
    return replaced === undefined
      ? fail("the expression or the replacement is invalid")
      : madeText(replaced, clock);
  };
}

/** The work for each match, and for each of its groups. */
const replacing = { match: 12, group: 14 };

/** Ends a replacement before it fills the memory. */
function limitTo(clock: Running["clock"]) {
  let length = 0;
  return (characters: number, groups: number) => {
    length += characters;
    spend(clock, replacing.match + replacing.group * groups);
    if (length > formulaLimits.text) fail("the text is too long");
  };
}
