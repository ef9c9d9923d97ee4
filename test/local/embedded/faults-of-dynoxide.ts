/*
 * What dynoxide 1.2.1 is known to do otherwise than DynamoDB. Each was looked up in DynamoDB Local 3.3.1, which answers as
 * the embedded store does.
 */
import { type RandomOperation, wrongNumbers } from "./random-operations.ts";

interface Texts {
  mine: string;
  theirs: string;
  input: string;
  /** The items that the operation names, as they are in our store after it. */
  items: string;
}

interface Fault {
  reason: string;
  /** Whether the tables may differ after that. */
  writes: boolean;
  is: (texts: Texts) => boolean;
}

const faults: Fault[] = [
  {
    reason: "the message of IdempotentParameterMismatchException is generic",
    writes: false,
    is: ({ mine, theirs }) =>
      [mine, theirs].every((text) => text.includes('"refusal":"IdempotentParameterMismatchException"')),
  },
  {
    reason: "operands of + and - and list_append with a wrong type have messages of their own",
    writes: false,
    is: ({ mine, theirs }) =>
      theirs.replace(
        /Operands for [+-] must be numbers|list_append requires two list operands/g,
        wrongOperand,
      ) === mine,
  },
  {
    reason: "REMOVE and DELETE below what is missing or no map are done",
    writes: true,
    is: ({ mine, theirs, input }) =>
      countOf(invalidPath, mine) > countOf(invalidPath, theirs) && /(REMOVE|DELETE)[^"]*m\./.test(input),
  },
  {
    reason: "SET and ADD below a NULL make a map of it",
    writes: true,
    is: ({ mine, theirs, input, items }) =>
      countOf(invalidPath, mine) > countOf(invalidPath, theirs) &&
      /(SET|ADD)[^"]*m\./.test(input) &&
      /"[my]":\{"NULL":true\}/.test(items),
  },
  {
    reason: "DELETE from an attribute of another type is done",
    writes: true,
    is: ({ mine, theirs, input }) =>
      mine.includes(wrongOperand) && !theirs.includes(wrongOperand) && input.includes("DELETE "),
  },
  {
    reason: "UpdateItem with ALL_OLD shows the key of an item that was not there",
    writes: false,
    is: ({ mine, theirs, input }) =>
      input.includes('"ReturnValues":"ALL_OLD"') &&
      theirs.replace(/"Attributes":\{"pk":\{"S":"[^"]*"\},"sk":\{"S":"[^"]*"\}\},?/, "") === mine,
  },
  {
    reason: "of an update that is wrong in two ways it names the other one",
    writes: false,
    is: ({ mine, theirs }) => generalized(mine) === generalized(theirs),
  },
  {
    reason: "a wrong number among ExpressionAttributeValues is refused without saying so",
    writes: false,
    is: ({ mine, theirs }) =>
      mine.replace(/ExpressionAttributeValues contains invalid value: | for key :\w+/g, "") === theirs,
  },
  {
    reason:
      "a wrong set among ExpressionAttributeValues is refused with the name of its placeholder, as DynamoDB did until 2026",
    writes: false,
    is: ({ mine, theirs }) =>
      theirs.replace(/ExpressionAttributeValues contains invalid value: | for key :\w+/g, "") === mine,
  },
  {
    reason: "it looks at the token before it looks at the request",
    writes: false,
    is: ({ mine, theirs }) =>
      mine.includes("ValidationException") && theirs.includes("IdempotentParameterMismatchException"),
  },
  {
    reason: "of a request that is wrong in two ways it names the other one",
    writes: false,
    is: ({ mine, theirs, input }) =>
      (input.match(anyWrongPart) ?? []).length + (mine + theirs).split(severalOnOne).length > 2 &&
      asWrongRequest(mine) === asWrongRequest(theirs),
  },
  {
    reason: "with a projection the units are those of what it gives, not of the items that are read",
    writes: false,
    is: ({ mine, theirs, input }) =>
      input.includes("ProjectionExpression") && withoutUnits(mine) === withoutUnits(theirs),
  },
  {
    reason: "empty sets among the values of a transaction's expressions are accepted",
    writes: true,
    is: ({ mine, theirs }) =>
      mine.includes("set  may not be empty") && !theirs.includes("set  may not be empty"),
  },
  {
    reason: "a wrong set in a transaction is a reason to cancel it, not a refusal of the request",
    writes: false,
    is: ({ mine, theirs }) =>
      /Input collection|set {2}may not be empty/.test(mine) &&
      theirs.includes("TransactionCanceledException"),
  },
];

/** An update's own refusals, of which an update can deserve several. */
const refusalsOfUpdates = [
  "An operand in the update expression has an incorrect data type",
  "Operands for \\+ must be numbers",
  "Operands for - must be numbers",
  "list_append requires two list operands",
  "The document path provided in the update expression is invalid for update",
  "The provided expression refers to an attribute that does not exist in the item",
  "Attempting to store more than 38 significant digits in a Number",
  "Number overflow. Attempting to store a number with magnitude larger than supported range",
];
const anyRefusalOfUpdates = new RegExp(refusalsOfUpdates.join("|"), "g");
const generalized = (text: string) => text.replace(anyRefusalOfUpdates, "wrong update");

const severalOnOne = "Transaction request cannot include multiple operations on one item";
const anyWrongPart = new RegExp(
  `"N":"(${wrongNumbers.join("|")})"|"SS":\\[\\]|"SS":\\[[^\\]]*("\\w+"),[^\\]]*\\2`,
  "g",
);
const refusalsOfRequests = [
  ...["ExpressionAttributeValues contains invalid value: ", " for key :\\w+", severalOnOne],
  ...["One or more parameter values were invalid: ", "Input collection .+? contains duplicates\\."],
  "An string set {2}may not be empty",
  "The parameter cannot be converted to a numeric value(: \\w+)?",
  "Attempting to store more than 38 significant digits in a Number",
  "Number overflow\\. Attempting to store a number with magnitude larger than supported range",
  "Number underflow\\. Attempting to store a number with magnitude smaller than supported range",
];
const anyRefusalOfRequests = new RegExp(refusalsOfRequests.join("|"), "g");
const asWrongRequest = (text: string) => text.replace(anyRefusalOfRequests, "");

const withoutUnits = (text: string) => text.replace(/"CapacityUnits":[\d.]+/g, "");

const wrongOperand = "An operand in the update expression has an incorrect data type";

const invalidPath = "The document path provided in the update expression is invalid for update";
const countOf = (part: string, text: string) => text.split(part).length - 1;

interface Answers {
  mine: Answer;
  theirs: Answer;
  items: object[];
}
interface Answer {
  refusal?: string;
  CancellationReasons?: object[];
}

/** The fault that explains why the answers differ; undefined if none does. */
export function faultOf({ input }: RandomOperation, { mine, theirs, items }: Answers): Fault | undefined {
  const find = (mine: object, theirs: object, input: object) => {
    const [mineText, theirText, inputText, itemTexts] = [mine, theirs, input, items].map((each) =>
      JSON.stringify(each),
    ) as [string, string, string, string];
    return faults.find(({ is }) =>
      is({ mine: mineText, theirs: theirText, input: inputText, items: itemTexts }),
    );
  };
  return find(mine, theirs, input) ?? faultOfActions(input["TransactItems"], { mine, theirs, items }, find);
}

/** Several actions of one transaction can meet faults, each another one. */
function faultOfActions(
  actions: unknown,
  { mine, theirs }: Answers,
  find: (mine: object, theirs: object, input: object) => Fault | undefined,
): Fault | undefined {
  const reasons = mine.CancellationReasons;
  if (!Array.isArray(actions) || !reasons || (theirs.refusal && !theirs.CancellationReasons))
    return undefined;
  const found = reasons.flatMap((reason, i) => {
    const other = theirs.CancellationReasons?.[i] ?? { Code: "None" };
    return JSON.stringify(reason) === JSON.stringify(other) ? [] : [find(reason, other, actions[i])];
  });
  if (found.length === 0 || found.some((fault) => !fault)) return undefined;
  return {
    reason: "several of these in one transaction",
    writes: found.some((fault) => fault?.writes),
    is: () => true,
  };
}
