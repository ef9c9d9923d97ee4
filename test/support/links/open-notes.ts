/* The notes that nobody has followed yet. */
import type { Accident } from "#test/support/events/processes";

export { readOpenNotes as openNotes } from "#lib/data/links/notes";

/** Until a note is followed, a call sends nothing more to the store. */
export const untilItFollows = () => {
  let isCommitted = false;
  return ({ command, input }: { command: string; input: object }): Accident | undefined => {
    if (isCommitted) return "killed before";
    isCommitted = command === "TransactWriteItems" && JSON.stringify(input).includes('"linkNote"');
    return undefined;
  };
};
