/* A table whose calls come from a window, and the state of its records. */
import { setTimeout } from "node:timers/promises";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import type { Endpoint } from "#lib/http/endpoint";
import { settleAll } from "#test/support/events/commits";
import { type Asking, call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { tellNews } from "#test/support/store/record-images";
import { type Answered, aSheet, field } from "./records.ts";

const fields = [
  field("Name", "singleLineText"),
  field("Key", "number", { unique: true }),
  field("Tags", "multipleSelect", { options: { choices: [{ name: "a" }, { name: "b" }] } }),
];

/** What a caller sees of records: without what every edit changes. */
export const seen = (records: Answered[]) =>
  records.map(({ id, autoNumber, name, fields }) => ({ id, autoNumber, name, fields }));

/** A table, and calls of its owner from this window. `more` are further members of the table. */
export async function aWindow(more: object = {}, windowId = "w1") {
  const made = await aSheet({ fields, ...more });
  const { owner, params } = made;
  const inWindow = { "x-window-id": windowId };
  const ask = (endpoint: Endpoint, asking: Asking = {}) =>
    call(endpoint, {
      as: owner,
      ...asking,
      params: { ...params, ...asking.params },
      headers: { ...inWindow, ...asking.headers },
    });
  const turn = async (endpoint: Endpoint, asking: Asking = {}) => {
    if (!baseUrl()) {
      await settleAll();
      await tellNews();
      return ask(endpoint, asking);
    }
    // the service reads its stream itself: deleted records are in the trash some seconds later
    let answer = await ask(endpoint, asking);
    for (let left = 60; answer.status === 409 && left > 0; left--) {
      await setTimeout(1000);
      answer = await ask(endpoint, asking);
    }
    return answer;
  };
  return {
    ...made,
    /** Any call from the window. */
    ask,
    undo: (asking: Asking = {}) => turn(undoOperation, asking),
    redo: (asking: Asking = {}) => turn(redoOperation, asking),
    state: async () => seen((await made.walk()).records),
  };
}

const three = [
  { Name: "a", Key: 1, Tags: ["a"] },
  { Name: "b", Key: 2 },
  { Name: "c", Key: 3, Tags: ["a", "b"] },
];

/** A window with three records, which it did not create. */
export async function withThree(more: object = {}) {
  const window = await aWindow(more);
  const { records } = (await window.create(three)).body;
  const ids: string[] = records.map(({ id }: Answered) => id);
  return { ...window, ids };
}

export const fulfilled = { status: 201, body: { status: "fulfilled" } };
export const empty = { status: 201, body: { status: "empty" } };
/** Failed, with a message that has this text. */
export const failed = (text: string) => ({
  status: 201,
  body: { status: "failed", errorMessage: text },
});
