/*
 * The CloudWatch dashboard. It uses metrics of AWS, and fewer than the 50 of a free dashboard for any number of endpoints. Figures by
 * operation and by area come from log queries, which run when the dashboard is opened.
 */
import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  type Metric,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { functionThrottles, storeThrottles } from "./alarms.ts";
import type { Settings } from "./settings.ts";

interface DashboardProps {
  api: HttpApi;
  store: Table;
  tooMany: Metric;
  accessLog: ILogGroup;
  areas: { title: string; logs: ILogGroup[] }[];
  settings: Settings;
}

const period = Duration.minutes(5);

/** Adds the dashboard to the stack, and gives its name. */
export function dashboard(
  scope: Construct,
  { api, store, tooMany, accessLog, areas, settings }: DashboardProps,
): string {
  const sum = { statistic: Stats.SUM, period };
  const latency = (percent: number) =>
    api.metricLatency({ statistic: Stats.percentile(percent), label: `p${percent}`, period });
  const dashboardName = `gridless-${settings.stage}`;
  const page = new Dashboard(scope, "Dashboard", { dashboardName });
  page.addWidgets(
    graph("Requests", [
      api.metricCount({ ...sum, label: "all" }),
      api.metricClientError({ ...sum, label: "4xx" }),
    ]),
    graph("Errors (5xx)", [api.metricServerError({ ...sum, label: "5xx" })]),
    graph("Latency, ms", [latency(50), latency(99)]),
  );
  page.addWidgets(
    graph("Store: consumed units", [
      store.metricConsumedReadCapacityUnits({ ...sum, label: "read" }),
      store.metricConsumedWriteCapacityUnits({ ...sum, label: "written" }),
    ]),
    graph("Throttled", [
      tooMany.with({ ...sum, label: "answered 429" }),
      functionThrottles().with({ label: "functions" }),
      storeThrottles(store),
    ]),
    table("By operation", accessLog, [
      "stats count(*) as requests, sum(status >= 500) as errors, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99 by route",
      "sort requests desc",
    ]),
  );
  page.addWidgets(...areas.flatMap(({ title, logs }) => area(title, logs)));
  return dashboardName;
}

/** Figures from the log line of each call (lib/http/log.ts). A query of Logs Insights reads at most 50 log groups. */
const area = (title: string, logs: ILogGroup[]) =>
  new LogQueryWidget({
    title: `${title}: ms`,
    logGroupNames: logs.slice(0, 50).map(({ logGroupName }) => logGroupName),
    view: LogQueryVisualizationType.LINE,
    queryLines: [
      "filter ispresent(operation)",
      "stats pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99, sum(status >= 500) as errors by bin(5m)",
    ],
    width: 8,
  });

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8 });

const table = (title: string, log: ILogGroup, queryLines: string[]) =>
  new LogQueryWidget({ title, logGroupNames: [log.logGroupName], queryLines, width: 8 });
