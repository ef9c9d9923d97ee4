/*
 * What a tool is. Its file says all about it: its name and words, which a model reads; its arguments; what the token must allow; and what
 * it does by the endpoints.
 *
 * The text of a tool costs each conversation, so it is short, and rules are said where they are broken: in errors.
 */
import * as z from "zod";
import { findNearest } from "#lib/engine/values/nearest-text";
import type { Outer } from "#lib/http/kinds/call-endpoint";
import { AppError, type Issue, invalid } from "#lib/schemas/basics/error";
import type { Scope } from "#lib/schemas/identity/scopes";
import { issuesOf } from "#lib/schemas/issues/issues";

/** The call of a tool: for whom, and by which client. */
export interface ToolCall extends Outer {
  /** The window of all writes of this client (`X-Window-Id`): what it did can be undone. */
  windowId: string;
}

interface ToolText {
  name: string;
  title: string;
  description: string;
  /** What it does to data. */
  does: "read" | "write" | "destroy";
  /** Whether the same call again changes nothing more. */
  isIdempotent?: true;
  /** What the token must allow: all scopes of one of these lists. */
  scopes: readonly (readonly Scope[])[];
  /** Where an issue of an endpoint is, in the arguments: the path in the body → the argument. */
  paths?: Readonly<Record<string, string>>;
}

export interface Tool extends ToolText {
  input: z.ZodObject;
  /** Runs it with arguments that are not checked yet; gives what is shown as JSON. Throws `AppError`. */
  call: (sent: unknown, call: ToolCall) => Promise<object>;
}

/** Makes a tool of its text, its arguments and what it does. */
export function defineTool<Input extends z.ZodObject>(
  text: ToolText,
  input: Input,
  run: (args: z.output<Input>, call: ToolCall) => Promise<object>,
): Tool {
  return {
    ...text,
    input,
    async call(sent, call) {
      const parsed = input.safeParse(sent, { reportInput: true });
      if (parsed.error) throw invalid(explainArguments(parsed.error, Object.keys(input.shape)));
      return run(parsed.data, call);
    },
  };
}

/** The issues; an unknown argument gets the name that was probably meant. */
const explainArguments = (error: z.ZodError, names: readonly string[]): Issue[] =>
  issuesOf(error).map((issue) => {
    const isUnknown = error.issues.some(
      ({ code, path, ...rest }) =>
        code === "unrecognized_keys" && path.length === 0 && "keys" in rest && rest.keys.includes(issue.path),
    );
    const nearest = isUnknown ? findNearest(issue.path, names) : undefined;
    const list = isUnknown ? `is unknown; the arguments are ${names.join(", ")}` : issue.message;
    return nearest === undefined
      ? { ...issue, message: list }
      : { ...issue, message: `is unknown; did you mean ${nearest}?` };
  });

/** The tool as `tools/list` shows it. */
export function showTool({ name, title, description, does, isIdempotent, input }: Tool) {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: {
      title,
      readOnlyHint: does === "read",
      ...(does !== "read" && { destructiveHint: does === "destroy", idempotentHint: isIdempotent === true }),
      openWorldHint: false,
    },
  };
}

/** Throws 403 with all scopes that the token lacks for a tool, so that its client can ask for them at once (RFC 6750, 3.1). */
export function refuseMissingScopes(tool: Tool, call: ToolCall): void {
  const missing = findMissingScopes(tool, call);
  if (missing.length === 0) return;
  throw new AppError("restricted_resource", `This token lacks: ${missing.join(", ")}`, {
    data: { scopes: missing },
    headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${missing.join(" ")}"` },
  });
}

/** The scopes that a token lacks for a tool: those of the list that lacks the fewest; none if the tool may be called. */
export function findMissingScopes(
  { scopes }: Pick<Tool, "scopes">,
  { principal }: Pick<ToolCall, "principal">,
): Scope[] {
  const missing = scopes.map((all) => all.filter((scope) => !principal.scopes.includes(scope)));
  return missing.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
