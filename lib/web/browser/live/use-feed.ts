/* An open table hears of changes elsewhere for as long as it is open. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { callApi } from "../call.ts";
import { tellsSchema } from "./changes.ts";
import { TableFeed } from "./feed.ts";

/** The place in the log of a base where it is now; undefined if it cannot be said. Reading on from it misses nothing of what is read after it. */
export const readCursorOfNow = (baseId: string): Promise<string | undefined> =>
  callApi<{ cursor: string }>("GET", `/base/${baseId}/changes`).then(
    ({ cursor }) => cursor,
    () => undefined,
  );

interface FeedOf {
  baseId: string;
  tableId: string;
  /** The place from which it hears. */
  since: string | undefined;
  /** Reads the table, its views and its fields again. */
  reload: (how: { isQuiet: boolean }) => Promise<void>;
}

/** Milliseconds until a table that could not be read again is tried again. */
const patience = 5000;

export function useFeed({ baseId, tableId, since, reload }: FeedOf): TableFeed {
  const feed = useMemo(() => new TableFeed({ baseId, tableId, since }), [baseId, tableId]);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let isOpen = true;
    let isReading = false;
    let isDue = false;
    // one at a time; what comes meanwhile has it read once more
    async function read() {
      isDue = true;
      if (isReading) return;
      isReading = true;
      while (isDue && isOpen) {
        isDue = false;
        await latest.current({ isQuiet: true }).catch(async () => {
          isDue = true;
          await new Promise((resolve) => setTimeout(resolve, patience));
        });
      }
      isReading = false;
    }
    feed.listen((heard) => {
      if (tellsSchema(heard)) void read();
    });
    return () => {
      isOpen = false;
      feed.close();
    };
  }, [feed]);
  return feed;
}

/** The former value, while the new one has the same content. */
export function useSame<Value>(value: Value): Value {
  const former = useRef(value);
  if (JSON.stringify(former.current) !== JSON.stringify(value)) former.current = value;
  return former.current;
}
