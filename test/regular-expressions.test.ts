/* No text makes a regular expression slow: each takes time in proportion to its text, or reads only short texts. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Expression, parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { isSuperLinear } from "#test/support/hostile/patterns";

/** What reads only our own sources, documents and settings: when the stack is made, the pages of the documentation or of the app. */
const readsOurOwn = /^lib\/(build|stack|openapi|docs)\//;

/** File → its expressions that would be slow over long texts, and why it gets none. */
const bounded: Record<string, { why: string; sources: string[] }> = {
  "lib/ai/chat-protocol.ts": { why: "the address of a model, which the operator sets", sources: ["\\/+$"] },
  "lib/client/days.ts": {
    why: "the format of a field: 100 characters (DateFormatting)",
    sources: ["\\[[^\\]]+]"],
  },
  "lib/client/requests.ts": { why: "the address of the server, which the program sets", sources: ["\\/+$"] },
  "lib/engine/comparators/shown-dates.ts": {
    why: "the format of a field: 100 characters (DateFormatting)",
    sources: ["\\[[^\\]]+]|Y+|G+|W+|[Ee]|Q|M+|D+|d+|[Hhms]+|SSS"],
  },
  "lib/engine/values/clear-dates.ts": {
    why: "the format of a field: 100 characters (DateFormatting)",
    sources: ["\\[[^\\]]*]"],
  },
  "lib/engine/values/date-tokens.ts": {
    why: "formats of fields have 100 characters (DateFormatting), patterns in formulas 200 (formulaLimits.pattern)",
    sources: [
      "\\[[^\\]]*\\]|LTS?|L{1,4}|l{1,4}",
      "\\[[^\\]]*\\]|YYYY|YY|M{1,4}o?|Qo?|D{1,4}o?|do|d{1,4}|e|E|w{1,2}o?|W{1,2}o?|g{4}|gg|G{4}|GG|A|a|H{1,2}|h{1,2}|k{1,2}|m{1,2}|s{1,2}|S{1,9}|Z{1,2}|X|x|[A-Za-z]",
    ],
  },
  "lib/engine/values/format-date.ts": {
    why: "as lib/engine/values/date-tokens.ts",
    sources: ["\\[[^\\]]+]", "\\[[^\\]]+]|ZZ?"],
  },
  "lib/engine/values/format-number.ts": {
    why: "a number as text: at most 330 characters",
    sources: ["^(-?)(\\d+)(.*)$", "\\B(?=(\\d{3})+$)"],
  },
  "lib/engine/xlsx/number-formats.ts": {
    why: "the format of a field: 100 characters (DateFormatting)",
    sources: ["\\[([^\\]]*)\\]|YYYY|YY|M{1,4}|D{1,2}|d{3,4}|[^A-Za-z]"],
  },
  "lib/engine/xlsx/sheet-name.ts": { why: "31 characters (sheetLimits.nameLength)", sources: ["^'+|'+$"] },
  "lib/http/validate.ts": {
    why: "V8's reason for wrong JSON quotes at most 40 characters of it",
    sources: [', (\\.{3})?".*$'],
  },
  "lib/local/dynoxide/engine-process.ts": {
    why: "the last 4096 characters that the engine wrote",
    sources: ["listening on.*\\n"],
  },
  "lib/local/embedded/values/decimal.ts": {
    why: "digits of a number that our own code writes: at most 330 characters",
    sources: ["0+$"],
  },
  "lib/local/embedded/values/size.ts": {
    why: "a number of 38 digits and its zeros: at most 170 characters",
    sources: ["^(-?)(\\d+)\\.?(\\d*)$", "(?:00)+$"],
  },
};

/** Files that build expressions from parts. The parts are our own texts, and each was judged by hand. */
const built = [
  "lib/client/errors.ts",
  "lib/engine/field-types/shared/attachments.ts",
  "lib/engine/values/clock-times.ts",
  "lib/engine/values/date-parsing.ts",
  "lib/engine/values/date-patterns.ts",
  "lib/engine/values/date-tokens.ts",
  "lib/http/api-prefix.ts",
  "lib/http/etag.ts",
  "lib/local/endpoint/check-signature.ts",
  "lib/local/functions/list-functions.ts",
  "lib/local/gateway/router.ts",
  "lib/schemas/basics/ids.ts",
  "lib/schemas/records/file-token.ts",
];

interface Found {
  file: string;
  source: string;
  flags: string;
}

function expressionsIn(file: string, text: string) {
  const found: Found[] = [];
  let builds = false;
  const { program, errors } = parseSync(file, text);
  expect(errors).toEqual([]);
  const seeCall = ({ callee }: { callee: Expression }) => {
    builds ||= callee.type === "Identifier" && callee.name === "RegExp";
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    CallExpression: seeCall,
    NewExpression: seeCall,
  }).visit(program);
  return { file, found, builds };
}

const sources = globSync("{lib,functions}/**/*.ts", { cwd: projectFolder })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => !readsOurOwn.test(file))
  .map((file) => expressionsIn(file, readFileSync(path.join(projectFolder, file), "utf8")));

test("each regular expression takes time in proportion to its text, or its texts are short", () => {
  const all = sources.flatMap(({ found }) => found);
  expect(all.length).toBeGreaterThan(200);
  const slow = all.filter(({ source, flags }) => isSuperLinear(source, flags));
  const byFile = Object.groupBy(slow, ({ file }) => file);
  expect(
    Object.fromEntries(
      Object.entries(byFile).map(([file, each]) => [
        file,
        [...new Set(each?.map(({ source }) => source))].toSorted(),
      ]),
    ),
  ).toEqual(
    Object.fromEntries(Object.entries(bounded).map(([file, { sources }]) => [file, sources.toSorted()])),
  );
});

test("expressions are built from parts only where they were judged by hand", () =>
  expect(sources.flatMap(({ file, builds }) => (builds ? [file] : [])).toSorted()).toEqual(built));

describe("the judge finds", () => {
  test.each([
    ...[/\s+$/g, /^\d+\s*\d*x/, /(a+)+b/, /^(?:a|a)*$/, /<[^>]*>/g, /^(\S+@\S+\.\S+)?$/, /x*y/, /^ *x|\d+:/],
    ...[/^(\d{1,3})+$/, /\B(?=(\d{3})+$)/g, /^(?:\s+|\/\/[^\n]*)*x/, /^[a-z]+[\w]+=/i, /^(-?)(\d+)(.*)$/],
  ])("%s slow", ({ source, flags }) => expect(isSuperLinear(source, flags)).toBe(true));

  test.each([
    ...[/^\s+/, /^\d+(,\d+)*$/, /^[^@]+@[^@]+$/, /\s+/g, /"[^"]*"?/g, /<[^<>]*>/g, /^ +at (.+)$/gm],
    ...[/\d*x/y, /^(?:a|b)*$/, /[^a]$/, /^a{1,5}$/, /^(?:ab)+c$/, /^(\d+)\.?$/],
  ])("%s linear", ({ source, flags }) => expect(isSuperLinear(source, flags)).toBe(false));
});
