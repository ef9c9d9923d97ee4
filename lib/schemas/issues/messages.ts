/*
 * What the service says instead of zod's own messages, for schemas that bring no message. Each is read after a path. Zod's own are not in
 * the bundles (lib/stack/bundles/bundle-stubs.ts).
 */
import * as z from "zod";

z.config({ customError: explain });

type RawIssue = z.core.$ZodRawIssue;

function explain(issue: RawIssue): string | undefined {
  const { code, input } = issue;
  if (code === "invalid_type")
    return input === undefined
      ? "is missing"
      : `must be ${nameOf(issue.expected)}${exampleOf(issue)}, not ${kindOf(input)}`;
  if (code === "invalid_value") return `must be ${listOf(issue.values)}`;
  if (code === "unrecognized_keys") return `is unknown${knownOf(issue)}`;
  if (code === "too_small") return smallest(issue);
  if (code === "too_big") return largest(issue);
  if (code === "invalid_format") return `must be ${forms[issue.format] ?? "of another form"}`;
  if (code === "invalid_union" && Array.isArray(issue["options"]))
    return `must be ${listOf(issue["options"])}`;
  return "is not a value that fits here";
}

/** The names of the formats of texts. */
const forms: Record<string, string> = {
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T09:30:00Z",
  email: "an e-mail address",
  url: "an address such as https://example.com",
};

const names: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

const nameOf = (expected: string) => names[expected] ?? expected;

/** The members that an object must have, or one that it may have. */
function exampleOf({ inst }: RawIssue): string {
  if (!(inst instanceof z.ZodObject)) return "";
  const members = Object.entries<z.core.$ZodType>(inst.shape);
  const needed = members.filter(([, { _zod }]) => _zod.optin === undefined);
  const shown = needed.length > 0 ? needed : members.slice(0, 1);
  return shown.length > 0 ? ` such as {${shown.map(([key]) => `"${key}": …`).join(", ")}}` : "";
}

/** The kind of a value, in the words of its sender. */
function kindOf(input: unknown): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "number") return String(input);
  return typeof input === "boolean" ? String(input) : nameOf(typeof input);
}

const listOf = (values: readonly unknown[]) =>
  values.length > 1 ? `one of ${values.join(", ")}` : JSON.stringify(values[0]);

const mostNamed = 12;

/** The members that the object may have, if they are few. */
function knownOf({ inst }: RawIssue): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return known.length > 0 && known.length <= mostNamed ? `; known here: ${known.join(", ")}` : "";
}

const units: Record<string, string> = { string: "characters", array: "items" };

function smallest({ origin, minimum, inclusive }: RawIssue): string {
  const unit = units[String(origin)];
  if (!unit) return `must be ${inclusive ? "at least" : "more than"} ${minimum}`;
  return Number(minimum) === 1 ? "must not be empty" : `must have at least ${minimum} ${unit}`;
}

function largest({ origin, maximum, inclusive }: RawIssue): string {
  const unit = units[String(origin)];
  return unit
    ? `must have at most ${maximum} ${unit}`
    : `must be ${inclusive ? "at most" : "less than"} ${maximum}`;
}
