/* What all tools that write have in common. */
import type { SentInside } from "#lib/http/kinds/call-endpoint";
import { cutText } from "#lib/mcp/fit-answer";
import type { ToolCall } from "#lib/mcp/tool";
import type { Record } from "#lib/schemas/records/record";

/** The headers of a write: its key, and the window by which it can be undone. */
export const writeHeaders = (
  key: string | undefined,
  { windowId }: ToolCall,
): NonNullable<SentInside["headers"]> => ({
  "x-window-id": windowId,
  // the cells are known to the caller
  prefer: "return=minimal",
  ...(key !== undefined && { "idempotency-key": key }),
});

/** A record that was written: its id and its name. */
export const showWritten = ({ id, name }: Record) => ({ id, name: cutText(name, 60) });
