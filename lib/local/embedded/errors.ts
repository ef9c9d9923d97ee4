/*
 * The refusals of DynamoDB, by its own names. Callers of the SDK tell them apart by `name`; `$fault` says whether the request or the store
 * was at fault.
 */

/** A refusal as the SDK throws it; `details` are members of the answer beside the message. */
export class StoreError extends Error {
  readonly $fault: "client" | "server";
  constructor(name: string, message: string, details: object = {}, fault: "client" | "server" = "client") {
    super(message);
    this.name = name;
    this.$fault = fault;
    Object.assign(this, details);
  }
}

/** The request itself is wrong. */
export class ValidationError extends StoreError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}

/** An item or update that does not fit the keys of its table. In a transaction, this error is a reason to cancel it. */
export class SchemaError extends ValidationError {}

export const keyMismatch = () => new SchemaError("The provided key element does not match the schema");

/** The message that most refusals of values have. */
export const invalidParameter = (reason: string) =>
  new ValidationError(`One or more parameter values were invalid: ${reason}`);

export const unknownOperation = (operation: string) =>
  new StoreError("UnknownOperationException", `${operation} is not supported by the embedded store`);

/** The engine never guesses: a parameter that it does not know is refused by name. */
export const unsupported = (parameter: string, operation: string) =>
  new ValidationError(`${parameter} is not supported by the embedded store (${operation})`);

export const tableNotFound = (table?: string) =>
  new StoreError(
    "ResourceNotFoundException",
    `Requested resource not found${table === undefined ? "" : `: Table: ${table} not found`}`,
  );

/** `item` is in the wire's form, in which the SDK's document client leaves it too. */
export const conditionFailed = (item?: object) =>
  new StoreError(
    "ConditionalCheckFailedException",
    "The conditional request failed",
    item ? { Item: item } : {},
  );

export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: object;
}

export const transactionCanceled = (reasons: CancellationReason[]) =>
  new StoreError(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(", ")}]`,
    { CancellationReasons: reasons },
  );

/** The file could not be read or written. The caller does not know whether its write is stored. */
export const internalError = (cause: unknown) =>
  Object.assign(
    new StoreError(
      "InternalServerError",
      `The embedded store failed: ${(cause as Error).message}`,
      {},
      "server",
    ),
    { cause },
  );

/** The text of an item in the file is not what the store writes. */
export class UnreadableItem extends Error {}

/** The file is damaged: no retry helps. */
export const storeDamaged = (cause: Error) =>
  Object.assign(
    new StoreError("StoreDamagedException", `The embedded store is damaged: ${cause.message}`, {}, "server"),
    { cause },
  );

/** The error that the SDK throws when the call's AbortSignal is aborted. */
export const aborted = () => Object.assign(new Error("Request aborted"), { name: "AbortError" });
