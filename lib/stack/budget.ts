/*
 * The monthly budget: AWS Budgets notifies the topic of the alarms when the account has spent 80 % and all of it, and when it is expected to. It looks
 * at the bill of the whole account, some three times a day, so what it says lags by hours.
 *
 * With the setting `stopWritesAt`, a second budget of the same amount notifies a topic of its own at that percentage, which calls a function
 * that stops writes (functions/health/stop-writes.ts). It is another budget because a notification has one topic, and a budget takes no
 * two notifications at the same percentage.
 */
import { Aws, Validations } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnPermission, type IFunction } from "aws-cdk-lib/aws-lambda";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Makes the budget. */
export function monthlyBudget(scope: Construct, topic: Topic, amount: number, stage: string): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [budgets],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  const tellTopic = (type: Type, threshold: number) => at(type, threshold, [subscribe(topic)]);
  new CfnBudget(scope, "Budget", {
    budget: ofMonth(`gridless-${stage}`, amount),
    notificationsWithSubscribers: [
      tellTopic("ACTUAL", 80),
      tellTopic("ACTUAL", 100),
      tellTopic("FORECASTED", 100),
    ],
  });
}

/** The name of the budget that stops writes. */
export const stopBudgetName = (stage: string) => `gridless-${stage}-stop`;

/** Makes the budget that stops writes by this function, if the settings ask for it. */
export function stopBudget(
  scope: Construct,
  stopWrites: IFunction,
  { monthlyBudget: amount, stopWritesAt, stage, alarmEmail }: Settings,
): void {
  if (!amount || !stopWritesAt) return;
  const name = stopBudgetName(stage);
  const topic = new Topic(scope, "StopTopic", { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [budgets],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
        // as the documentation of AWS Budgets has it; the function looks at the name of the budget
        ArnLike: { "aws:SourceArn": `arn:${Aws.PARTITION}:budgets::${Aws.ACCOUNT_ID}:*` },
      },
    }),
  );
  // both here, and not in the nested stack of the function: that cannot depend on this one
  const { functionArn } = stopWrites;
  const subscription = new Subscription(scope, "StopSubscription", {
    topic,
    protocol: SubscriptionProtocol.LAMBDA,
    endpoint: functionArn,
  });
  Validations.of(subscription).acknowledge({
    id: "CloudFormation-Validate::W3694",
    reason: "The endpoint is an output of the function's nested stack, which is the ARN of a function",
  });
  new CfnPermission(scope, "StopPermission", {
    action: "lambda:InvokeFunction",
    functionName: functionArn,
    principal: "sns.amazonaws.com",
    sourceArn: topic.topicArn,
  });
  const mail = alarmEmail ? [{ subscriptionType: "EMAIL", address: alarmEmail }] : [];
  new CfnBudget(scope, "StopBudget", {
    budget: ofMonth(name, amount),
    notificationsWithSubscribers: [at("ACTUAL", stopWritesAt, [subscribe(topic), ...mail])],
  });
}

const budgets = new ServicePrincipal("budgets.amazonaws.com");

const ofMonth = (budgetName: string, amount: number) => ({
  budgetName,
  budgetType: "COST",
  timeUnit: "MONTHLY",
  budgetLimit: { amount, unit: "USD" },
});

const subscribe = (topic: Topic) => ({ subscriptionType: "SNS", address: topic.topicArn });

type Type = "ACTUAL" | "FORECASTED";

const at = (
  notificationType: Type,
  threshold: number,
  subscribers: { subscriptionType: string; address: string }[],
) => ({
  notification: {
    notificationType,
    threshold,
    thresholdType: "PERCENTAGE",
    comparisonOperator: "GREATER_THAN",
  },
  subscribers,
});
