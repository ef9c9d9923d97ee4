import { type ChangesAnswer, changesPath, type WatchedChange } from "../watch/changes.ts";
import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { CommandError, commandFailureOf, wrongUsage } from "./shared/failure.ts";
import type { CommandOutput } from "./shared/output.ts";
import { findBase, findTableOf } from "./shared/places.ts";

export const changes = defineCommand({
  name: "changes",
  does: "Print the changes of a base, with --follow as they happen",
  rules: [
    'Each change is one line of JSON. After changes comes {"type":"cursor","cursor":"…"}: --since goes on from there, for a week.',
    '{"type":"reset"} means: read everything now, then go on with the lines that follow. It comes first without --since.',
  ],
  words: [{ name: "base", optional: true, does: "the base, by its id or name, as --base says it" }],
  options: {
    ...baseOption,
    follow: { does: "go on as changes happen, until Ctrl-C" },
    since: { value: "<cursor>", does: "what is after this cursor" },
    table: { value: "<table>", does: "only changes of this table, by its id or name", many: true },
    cells: { does: "each change of a record has the record as it is now, by the ids of fields" },
  },
  examples: [
    ["gridless changes --follow", "what happens from now on in the only base"],
    ["gridless changes Plans --follow --table Tasks | jq -r .recordId", "records of a table that change"],
    ['gridless changes --since "$cursor"', "what happened since, and the end"],
  ],
  async run({ words, text, texts, has, lineWith }, { output, signal }) {
    if (words[0] !== undefined && has("base"))
      throw wrongUsage("the base is named twice: as a word and by --base");
    const server = connectServer();
    const { id: baseId } = await findBase(server, words[0] ?? text("base"));
    const found = texts("table").map((table) => findTableOf(server, table, baseId));
    const tables = found.length > 0 ? (await Promise.all(found)).map(({ id }) => id) : undefined;
    const printer = new ChangePrinter(output);
    const since = text("since");
    const records = has("cells") ? "cells" : "ids";
    if (!has("follow")) {
      const ask = (from: string | undefined) => {
        const path = changesPath(baseId, { since: from, records, tableIds: tables });
        return server.client.request<ChangesAnswer>("GET", path, { signal });
      };
      return printAll(since, ask, printer);
    }
    const watching = server.client.base(baseId).watch({
      ...{ tables, since, records, signal },
      onChanges: (list) => printer.changes(list),
      onReset: () => printer.reset(),
      onCursor: (cursor) => printer.cursor(cursor),
      onState: (state, error) => {
        if (state === "offline") output.note(`offline: ${commandFailureOf(error)?.message ?? String(error)}`);
        else if (printer.wasOffline) output.note("online again");
        printer.wasOffline = state === "offline";
      },
    });
    await watching.done;
    const hints = watching.cursor ? ["To go on:", `  ${lineWith("since", watching.cursor)}`] : [];
    throw new CommandError("interrupted", "interrupted", { hints });
  },
});

/** Prints what is after a cursor, to the end. */
async function printAll(
  since: string | undefined,
  ask: (since: string | undefined) => Promise<ChangesAnswer>,
  printer: ChangePrinter,
): Promise<void> {
  let at = since;
  for (let more = true; more; ) {
    const answer = await ask(at);
    if (answer.reset || at === undefined) await printer.reset();
    else await printer.changes(answer.changes);
    at = answer.cursor;
    more = answer.more;
    await printer.cursor(at, !more);
  }
}

/** Milliseconds after which a cursor is printed although nothing happened: an old one is of no use. */
const cursorEvery = 3_600_000;

class ChangePrinter {
  readonly #output: CommandOutput;
  #isCursorDue = true;
  #printedAt = 0;
  wasOffline = false;

  constructor(output: CommandOutput) {
    this.#output = output;
  }

  async changes(list: readonly WatchedChange[]): Promise<void> {
    if (list.length === 0) return;
    await this.#output.write(list.map((each) => `${JSON.stringify(each)}\n`).join(""));
    this.#isCursorDue = true;
  }

  async reset(): Promise<void> {
    await this.#print({ type: "reset" });
    this.#isCursorDue = true;
  }

  /** Prints it after lines, and now and then; `isLast` prints it in any case. */
  async cursor(cursor: string, isLast = false): Promise<void> {
    if (!this.#isCursorDue && !isLast && Date.now() - this.#printedAt < cursorEvery) return;
    await this.#print({ type: "cursor", cursor });
    this.#isCursorDue = false;
    this.#printedAt = Date.now();
  }

  #print(line: object): Promise<void> {
    return this.#output.line(JSON.stringify(line));
  }
}
