/* What was changed of a record, the newest first. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { HistoryEntry, HistoryPage } from "#lib/schemas/records/history";
import { callApi, describeProblem } from "../call.ts";
import { cellText } from "../cells/cell-text.ts";
import { ProblemBox } from "../problem.tsx";
import { appTexts } from "../texts.ts";
import { Moment } from "./moment.tsx";

interface RecordHistoryProps {
  tableId: string;
  recordId: string;
  /** Another number: it is read again. */
  version: number;
}

export function RecordHistory({ tableId, recordId, version }: RecordHistoryProps) {
  const page = useSignal<HistoryPage | undefined>(undefined);
  const problem = useSignal("");
  async function read(former?: HistoryPage) {
    problem.value = "";
    const query = new URLSearchParams(former?.nextCursor ? { cursor: former.nextCursor } : {});
    try {
      const next = await callApi<HistoryPage>("GET", `/table/${tableId}/record/${recordId}/history?${query}`);
      page.value = {
        historyList: [...(former?.historyList ?? []), ...next.historyList],
        userMap: { ...former?.userMap, ...next.userMap },
        nextCursor: next.nextCursor,
      };
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  useEffect(() => void read(), [tableId, recordId, version]);
  const shown = page.value;
  return (
    <>
      {problem.value && <ProblemBox text={problem.value} retry={() => void read(shown)} />}
      {shown?.historyList.length === 0 && <p class="note">{appTexts.noHistory}</p>}
      <ol class="talk">
        {shown?.historyList.map((entry) => (
          <li key={entry.id}>
            <p class="who">
              <b>{shown.userMap[entry.createdBy]?.name ?? appTexts.someone}</b>{" "}
              <Moment time={entry.createdTime} />
            </p>
            <p>
              {entry.after.meta.name}: {sideOf(entry, "before")} → {sideOf(entry, "after")}
            </p>
          </li>
        ))}
      </ol>
      {shown?.nextCursor && (
        <button type="button" class="quiet" onClick={() => void read(shown)}>
          {appTexts.moreHistory}
        </button>
      )}
    </>
  );
}

function sideOf(entry: HistoryEntry, side: "before" | "after") {
  const { meta, data } = entry[side];
  const text = cellText(meta, data);
  const Side = side === "before" ? "del" : "ins";
  return text ? <Side>{text}</Side> : <span class="note">{appTexts.empty}</span>;
}
