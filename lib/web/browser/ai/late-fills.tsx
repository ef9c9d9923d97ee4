/* What language models fill in a table: loaded for a table that has such a field. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FillsBarProps } from "./fills-bar.tsx";

type Bar = typeof import("./fills-bar.tsx").FillsBar;

export function FillsOfTable(props: FillsBarProps) {
  const bar = useSignal<{ Bar: Bar } | undefined>(undefined);
  const isNeeded = props.fields.some(({ aiConfig }) => aiConfig !== undefined);
  useEffect(() => {
    // without it the table is as useful as it was; the next one tries again
    if (isNeeded)
      import("./fills-bar.tsx").then(
        ({ FillsBar }) => (bar.value = { Bar: FillsBar }),
        () => undefined,
      );
  }, [isNeeded]);
  const { Bar } = bar.value ?? {};
  return isNeeded && Bar ? <Bar {...props} /> : null;
}
