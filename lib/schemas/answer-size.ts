import { AppError } from "./error.ts";
import { limits } from "./limits.ts";

/** Lambda's answers hold 6 MB with everything escaped. A write is asked before it commits, so that what was done can be told. */
export function refuseLargeAnswer(json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes <= limits.responseBytes) return;
  throw new AppError(
    "payload_too_large",
    `The answer would have ${bytes} bytes, the limit is ${limits.responseBytes}: ask for less at once`,
  );
}
