/*
 * The format of the store: which versions of Gridless may use its items. The store holds it in one item, with two numbers:
 *
 *   format   the format of the newest Gridless that has used the store; it only rises
 *   oldest   the oldest format whose Gridless can still read these items, and write beside the newest one
 *
 *   a change of the items that …                          here
 *   only adds what a former Gridless passes over          `format` + 1: both run side by side, and a rollback loses nothing
 *   a former Gridless would read or write wrongly         `format` + 1, and `oldest` is that: the former one refuses the store
 *
 * A store without the item is of format 1: it is from before the item. test/format has a store of each former format and the
 * shapes of the present items; it fails when these change and nothing is said here.
 *
 *  entity  pk      sk      cost
 *  format  FORMAT  FORMAT  get 1 RCU at a start, for each GET /health/ready, and by `settleCommits`; put 2 WCU when it is raised
 */
import { AppError } from "#lib/schemas/basics/error";
import { getItem, type Item } from "#lib/store/store";

export interface Format {
  format: number;
  oldest: number;
}

export type FormatItem = Item & Format;

/** The format that this Gridless writes. */
export const ownFormat: Format = { format: 2, oldest: 1 };

export const formatKey = { pk: "FORMAT", sk: "FORMAT" };

/** The store was written by a Gridless that this one does not understand: nothing may be written. */
export class NewerStore extends AppError {
  readonly found: Format;
  constructor(found: Format) {
    const { format, oldest } = found;
    super(
      "database_connection_unavailable",
      `The store was written by a newer Gridless: its format is ${format}, for Gridless of format ${oldest} or later, and this one has ${ownFormat.format}. Run the newer one again; nothing was changed`,
    );
    this.found = found;
  }
}

/** The item; undefined in a store from before it. Throws `NewerStore`, or 503 if the store does not answer. One read. */
export async function readFormat(): Promise<FormatItem | undefined> {
  const found = await getItem<FormatItem>(formatKey);
  if (found && found.oldest > ownFormat.format) throw new NewerStore(found);
  return found;
}
