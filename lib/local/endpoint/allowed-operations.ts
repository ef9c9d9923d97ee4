/* The operations that a served store allows: clients may look at the table of Gridless, but may not create or drop tables. */
import { StoreError } from "#lib/local/embedded/errors";

/** read: a data folder · write: a data folder with --write · all: a store in memory. */
export type Allowed = "read" | "write" | "all";

const changing = [
  ...["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"],
  "UpdateTimeToLive",
];
const ofTables = ["CreateTable", "DeleteTable", "UpdateTable"];

export function checkAllowed(operation: string, allowed: Allowed): void {
  if (allowed !== "all" && ofTables.includes(operation))
    throw denied(
      operation,
      "the tables of a data folder stay as they are; -- --memory serves an empty store",
    );
  if (allowed === "read" && changing.includes(operation))
    throw denied(operation, "this data folder is served for reading; -- --write allows changes of items");
}

const denied = (operation: string, reason: string) =>
  new StoreError("AccessDeniedException", `${operation} is refused: ${reason}`);
