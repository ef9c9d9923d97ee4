/*
 * A function that hears, by a topic of SNS, that AWS Budgets found a budget reached. A notice may come twice, and late. Only AWS Budgets may
 * publish to the topic (lib/stack/budget.ts); still, a message counts only if it is of the budget that GRIDLESS_BUDGET names, and says
 * that money was spent, not that it is expected to be: AWS also sends a message when the topic is tried.
 *
 *   AWS Budget Notification November 29, 2026
 *   …
 *   Budget Name: gridless-main-stop
 *   Alert Type: ACTUAL
 */
import type { SNSEvent } from "aws-lambda";

export interface NoticeDefinition {
  summary: string;
}

export interface BudgetNotice {
  (event: SNSEvent): Promise<void>;
  notice: NoticeDefinition;
}

/** Makes a function that calls `handle` with the time of each notice of its budget: ISO 8601, when SNS received it. */
export function budgetNotice(
  notice: NoticeDefinition,
  handle: (sent: string) => Promise<void>,
): BudgetNotice {
  async function hear({ Records }: SNSEvent): Promise<void> {
    for (const { Sns } of Records)
      if (isOfBudget(Sns.Message, process.env["GRIDLESS_BUDGET"])) await handle(toUtc(Sns.Timestamp));
      else console.log({ message: "a notice of another budget, or of none, was passed over" });
  }
  return Object.assign(hear, { notice });
}

function isOfBudget(message: string, budget: string | undefined): boolean {
  const textAfter = (name: string) =>
    message
      .split(/\r?\n/)
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
      .trim();
  return Boolean(budget) && textAfter("Budget Name") === budget && textAfter("Alert Type") === "ACTUAL";
}

const toUtc = (time: string) => new Date(time).toISOString();
