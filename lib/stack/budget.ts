/*
 * The monthly budget: AWS Budgets notifies the topic of the alarms when the account has spent 80 % and all of it, and when it is expected to. It looks
 * at the bill of the whole account, some three times a day, so what it says lags by hours, and it stops nothing.
 */
import { Aws } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";

/** Makes the budget. */
export function monthlyBudget(scope: Construct, topic: Topic, amount: number, stage: string): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("budgets.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  const tellTopic = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      thresholdType: "PERCENTAGE",
      comparisonOperator: "GREATER_THAN",
    },
    subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
  });
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetName: `gridless-${stage}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount, unit: "USD" },
    },
    notificationsWithSubscribers: [
      tellTopic("ACTUAL", 80),
      tellTopic("ACTUAL", 100),
      tellTopic("FORECASTED", 100),
    ],
  });
}
