/*
 * What an operator must hear of: docs/operations says what to do about each. AWS's own metrics, which are free, and two of
 * ours, which cost nothing while nothing happens.
 *
 * The topic is not encrypted with a key of one's own: CloudWatch can write to one with such a key only, which is 1 USD a
 * month for names of alarms. TLS it asks for.
 */
import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Settings } from "./settings.ts";

const period = Duration.minutes(5);

export interface AlarmsProps {
  api: HttpApi;
  store: Table;
  /** Answers of 429, by API Gateway or by us. */
  tooMany: Metric;
  settings: Settings;
}

interface Watched {
  metric: IMetric;
  /** More than this, … */
  above: number;
  /** … in each of so many periods of 5 minutes. */
  periods?: number;
  description: string;
}

export class Alarms extends Construct {
  private readonly topic: Topic;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { api, store, tooMany, settings }: AlarmsProps) {
    super(scope, id);
    this.stage = settings.stage;
    this.topic = this.makeTopic(settings);
    this.add("ServerErrors", {
      metric: new MathExpression({
        // one that fails at night is no rate
        expression: "IF(errors >= 5, 100 * errors / requests, 0)",
        usingMetrics: {
          errors: api.metricServerError({ statistic: Stats.SUM }),
          requests: api.metricCount({ statistic: Stats.SUM }),
        },
        label: "5xx in percent",
        period,
      }),
      above: 1,
      description: "More than 1 % of the answers are 5xx",
    });
    this.add("Latency", {
      metric: api.metricLatency({ statistic: Stats.percentile(99), period }),
      above: 3000,
      periods: 3,
      description: "One request in a hundred takes longer than 3 s",
    });
    this.add("FunctionThrottles", {
      metric: functionThrottles(),
      above: 0,
      description: "Lambda has more to run at once than this account and region may",
    });
    this.add("TooManyRequests", {
      metric: tooMany.with({ statistic: Stats.SUM, period }),
      above: 100,
      description: "More than 100 requests were answered 429",
    });
    this.add("StoreThrottles", {
      metric: storeThrottles(store),
      above: 10,
      description: "The store's table takes no more from one partition, or altogether",
    });
  }

  /** What reads the store's stream falls behind: notifications, webhooks and jobs come late. */
  watchStream(id: string, reader: IFunction): void {
    this.add(`${id}Behind`, {
      metric: reader.metric("IteratorAge", { statistic: Stats.MAXIMUM, period }),
      above: 60_000,
      description: `${id} is more than a minute behind the store's stream`,
    });
  }

  /** Something was given up after its last attempt. */
  watchDeadLetters(id: string, queue: IQueue): void {
    this.add(`${id}DeadLetters`, {
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
      above: 0,
      description: `${id} gave something up: it lies in the queue of dead letters`,
    });
  }

  private add(id: string, { metric, above, periods = 1, description }: Watched): void {
    new Alarm(this, id, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `gridless-${this.stage}: ${description}`,
    }).addAlarmAction(new SnsAction(this.topic));
  }

  private makeTopic({ alarmEmail }: Settings): Topic {
    const topic = new Topic(this, "Topic", { enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }
}

/** Of all functions of the account: they share one limit, and an alarm can add up ten metrics at most. */
export const functionThrottles = () =>
  new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: Stats.SUM, period });

export const storeThrottles = (store: Table) =>
  new MathExpression({
    expression: "FILL(reads, 0) + FILL(writes, 0)",
    usingMetrics: {
      reads: store.metric("ReadThrottleEvents", { statistic: Stats.SUM }),
      writes: store.metric("WriteThrottleEvents", { statistic: Stats.SUM }),
    },
    label: "store",
    period,
  });
