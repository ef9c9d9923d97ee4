/*
 * The alarms of the service; docs/operations/runbook.md says what to do about each. Most use metrics of AWS, which are free; two use metrics of
 * our own, which cost nothing while they have no data.
 *
 * The topic requires TLS but is not encrypted at rest. CloudWatch could write to an encrypted topic only with a customer managed key,
 * which costs 1 USD a month, and the messages contain only names of alarms.
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
import { monthlyBudget } from "./budget.ts";
import type { Settings } from "./settings.ts";

const period = Duration.minutes(5);

export interface AlarmsProps {
  api: HttpApi;
  store: Table;
  /** Responses with status 429, from API Gateway or from us. */
  tooMany: Metric;
  settings: Settings;
}

interface Watched {
  metric: IMetric;
  /** The alarm starts when the metric is above this value … */
  above: number;
  /** … in this number of consecutive periods of 5 minutes; 1 if left out. */
  periods?: number;
  description: string;
}

/** All alarms, and the topic that they notify. */
export class Alarms extends Construct {
  readonly topic: Topic;
  /** Ends a deployment by which answers fail; only with the setting `canary`. */
  readonly canary?: Alarm;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { api, store, tooMany, settings }: AlarmsProps) {
    super(scope, id);
    this.stage = settings.stage;
    this.topic = this.makeTopic(settings);
    if (settings.monthlyBudget) monthlyBudget(this, this.topic, settings.monthlyBudget, settings.stage);
    this.add("ServerErrors", {
      // fewer than 5 errors do not count: at night, one failed request could be more than 1 %
      metric: errorsInPercent(api, 5),
      above: 1,
      description: "More than 1 % of the responses are 5xx",
    });
    if (settings.canary)
      this.canary = this.add("CanaryErrors", {
        metric: errorsInPercent(api, 3),
        above: 0.1,
        description: "More than 0.1 % of the responses are 5xx: a deployment in progress is taken back",
      });
    this.add("Latency", {
      metric: api.metricLatency({ statistic: Stats.percentile(99), period }),
      above: 3000,
      periods: 3,
      description: "1 % of the requests take longer than 3 s",
    });
    this.add("FunctionThrottles", {
      metric: functionThrottles(),
      above: 0,
      description:
        "Lambda rejects calls: the limit of concurrent executions of this account and region is reached",
    });
    this.add("TooManyRequests", {
      metric: tooMany.with({ statistic: Stats.SUM, period }),
      above: 100,
      description: "More than 100 requests were refused with 429",
    });
    this.add("StoreThrottles", {
      metric: storeThrottles(store),
      above: 10,
      description: "DynamoDB throttles requests to the store's table, for one partition or the whole table",
    });
  }

  /** Alarm for a reader of the store's stream that falls behind, which delays notifications, webhooks and jobs. */
  watchStream(id: string, reader: IFunction): void {
    this.add(`${id}Behind`, {
      metric: reader.metric("IteratorAge", { statistic: Stats.MAXIMUM, period }),
      above: 60_000,
      description: `${id} is more than a minute behind the store's stream`,
    });
  }

  /** Alarm for messages that failed at every attempt. */
  watchDeadLetters(id: string, queue: IQueue): void {
    this.add(`${id}DeadLetters`, {
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
      above: 0,
      description: `${id} failed to process a message, which is now in its dead-letter queue`,
    });
  }

  private add(id: string, { metric, above, periods = 1, description }: Watched): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `gridless-${this.stage}: ${description}`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
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

/** The share of the responses that are 5xx, if they are `least` at least in a period. */
const errorsInPercent = (api: HttpApi, least: number) =>
  new MathExpression({
    expression: `IF(errors >= ${least}, 100 * errors / requests, 0)`,
    usingMetrics: {
      errors: api.metricServerError({ statistic: Stats.SUM }),
      requests: api.metricCount({ statistic: Stats.SUM }),
    },
    label: "5xx in percent",
    period,
  });

/** The throttles of all functions of the account: they share one limit, and an alarm can add up at most ten metrics. */
export const functionThrottles = () =>
  new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: Stats.SUM, period });

/** Throttled reads and writes of the store's table, per 5 minutes. */
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
