/*
 * What calls have done: which links were acknowledged, and which calls may have taken them away. A call that was not answered may take
 * effect at any later time.
 */

/** A link that a call asked for. */
export interface Link {
  record: string;
  field: string;
  other: string;
  /** The field of the other table that shows it. */
  back?: string;
}

interface Logged {
  begun: number;
  ended: number;
  /** Deleted records, and cells as "<record> <field>". */
  changes: Set<string>;
}

export interface CallLog {
  /** Called before a call that changes these cells or deletes these records; the result is called with its answer. */
  begin(changes: string[]): (status: number, links: Link[]) => void;
  /** The links that must be there in the end: acknowledged, and no other call can have taken them away since. */
  lasting(): Link[];
}

export function newCallLog(): CallLog {
  const calls: Logged[] = [];
  const acknowledged: { by: Logged; link: Link }[] = [];
  let clock = 0;
  return {
    begin(changes) {
      const logged: Logged = { begun: clock++, ended: Number.POSITIVE_INFINITY, changes: new Set(changes) };
      calls.push(logged);
      return (status, links) => {
        const isDone = status === 200 || status === 201;
        // refused for what it asks, so it never takes effect; other errors leave that open
        if (isDone || [400, 403, 404].includes(status)) logged.ended = clock++;
        if (isDone) acknowledged.push(...links.map((link) => ({ by: logged, link })));
        else if (logged.ended < Number.POSITIVE_INFINITY) logged.changes.clear();
      };
    },
    lasting: () =>
      acknowledged.flatMap(({ by, link }) => {
        const { record, field, other, back } = link;
        const backCell = `${other} ${back}`;
        const names = [record, other, `${record} ${field}`, backCell];
        const mayUndo = (call: Logged) =>
          call !== by && call.ended > by.begun && names.some((name) => call.changes.has(name));
        // a call may name both sides of a link between records of one table, and take it away on one of them
        return by.changes.has(backCell) || calls.some(mayUndo) ? [] : [link];
      }),
  };
}
