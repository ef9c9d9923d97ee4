/*
 * An agent without a model: it knows a task, and what clients show to a model. It takes the tool whose description has the words that it
 * looks for, and finds tables and fields in what the tools answer.
 */
import { expect } from "vitest";
import type { Someone } from "#test/support/makers/makers";
import { sendModern } from "#test/support/requests/mcp";

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is checked by what the tasks expect
type Anything = any;

interface ShownTool {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, { description?: string }> };
}

/** A call with its answer, as a client shows them to a model. */
export interface Turn {
  tool: string;
  args: object;
  answer: string;
  isError: boolean;
}

interface Table {
  id: string;
  name: string;
  fields: { name: string; type: string; links?: string; choices?: string[] }[];
}

export class Agent {
  readonly #owner: Someone;
  #tools: ShownTool[] = [];
  /** All calls since the last `takeTurns`. */
  #turns: Turn[] = [];
  #base = "";
  readonly #names = new Map<string, string>();
  readonly #tables = new Map<string, Table>();

  constructor(owner: Someone) {
    this.#owner = owner;
  }

  /** Reads the tools; gives the bytes that all conversations have at their start. */
  async begin(): Promise<number> {
    const { body } = await sendModern(this.#owner, "tools/list");
    this.#tools = body.result.tools;
    return Buffer.byteLength(JSON.stringify(this.#tools));
  }

  takeTurns(): Turn[] {
    const turns = this.#turns;
    this.#turns = [];
    return turns;
  }

  /** Calls the only tool whose title or description has all of these words. An error is an answer like others. */
  async call(words: string, args: object): Promise<Anything> {
    const wanted = words.split(" ");
    const found = this.#tools.filter((tool) => wanted.every((word) => wordsOf(tool).includes(word)));
    expect(
      found.map(({ name }) => name),
      words,
    ).toHaveLength(1);
    const tool = found[0] as ShownTool;
    for (const name of Object.keys(args)) expect(Object.keys(tool.inputSchema.properties)).toContain(name);
    const { status, body } = await sendModern(this.#owner, "tools/call", {
      name: tool.name,
      arguments: args,
    });
    expect(status).toBe(200);
    const { content, isError = false } = body.result;
    this.#turns.push({ tool: tool.name, args, answer: content[0].text, isError });
    return JSON.parse(content[0].text);
  }

  /** The only base. */
  async findBase(): Promise<string> {
    if (this.#base) return this.#base;
    const { bases } = await this.call("bases open begin", {});
    this.#base = bases[0].id;
    return this.#base;
  }

  /** The table of this name, with its fields: names of tables are read once, fields once for each table. */
  async findTable(name: string): Promise<Table> {
    const base = await this.findBase();
    if (this.#names.size === 0) {
      const { tables } = await this.call("tables base detail", { base });
      for (const { id, name } of tables) this.#names.set(name, id);
    }
    const id = this.#names.get(name) ?? "";
    const known = this.#tables.get(id);
    if (known) return known;
    const { tables } = await this.call("tables base detail", { base, detail: "fields", tables: [id] });
    this.#tables.set(id, tables[0]);
    return tables[0];
  }

  /** The name of the field that has this type, or that has this choice, or that links to a table. */
  field(table: Table, like: { type?: string; choice?: string; links?: Table }): string {
    const found = table.fields.find(
      ({ type, choices, links }) =>
        (like.type === undefined || type === like.type) &&
        (like.choice === undefined || choices?.includes(like.choice)) &&
        (like.links === undefined || links === like.links.id),
    );
    expect(found, JSON.stringify(like)).toBeDefined();
    return found?.name ?? "";
  }
}

const wordsOf = ({ description }: ShownTool) => description.toLowerCase().split(/[^a-z]+/);
