import { budgetNotice } from "#lib/events/budget-notice";
import { stopForMonth } from "#lib/store/write-stop/change-write-stop";

export const handler = budgetNotice(
  { summary: "Stop writes until the month ends, because the monthly budget is reached" },
  async (sent) => {
    const month = sent.slice(0, "2026-11".length);
    const reason = "what this service may cost in this month is spent";
    const isStopped = await stopForMonth(month, reason, new Date().toISOString());
    console.log({ month, writes: isStopped ? "stopped" : "as they were" });
  },
);
