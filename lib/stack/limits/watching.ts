/* The limits of dashboards, alarms and logs. */
import {
  bytes,
  characters,
  countEach,
  type Deployment,
  each,
  type Limit,
  type Measured,
  ofType,
} from "./measure.ts";

interface Widget {
  properties: { query?: string; title?: string; metrics?: unknown[] };
}

/** The widgets of each dashboard. */
const dashboards = (deployment: Deployment) =>
  ofType(deployment, "AWS::CloudWatch::Dashboard").map((dashboard) => {
    const { widgets } = JSON.parse(String(dashboard.property("DashboardBody"))) as { widgets: Widget[] };
    return { title: dashboard.title, widgets };
  });

/** A limit of each widget; those for which `size` gives nothing are left out. */
const eachWidget =
  (size: (properties: Widget["properties"]) => number | undefined) =>
  (deployment: Deployment): Measured[] =>
    dashboards(deployment).flatMap((dashboard) =>
      dashboard.widgets.flatMap(({ properties }) => {
        const found = size(properties);
        return found === undefined
          ? []
          : [{ where: `${dashboard.title}: ${properties.title ?? ""}`, size: found }];
      }),
    );

const metricsOf = ({ properties: { metrics = [] } }: Widget) => metrics.length;

/** The metrics of an alarm that are not expressions. */
const referenced = (metrics: unknown) =>
  (metrics as { MetricStat?: unknown }[] | undefined)?.filter(({ MetricStat }) => MetricStat).length;

export const limitsOfWatching: Limit[] = [
  {
    what: "log groups of a query",
    most: 50,
    unit: "log groups",
    measure: eachWidget(({ query }) => query?.match(/\bSOURCE '/g)?.length),
  },
  {
    what: "query of a dashboard",
    most: 10_000,
    unit: "characters",
    measure: eachWidget(({ query }) => characters(query)),
  },
  {
    what: "widgets of a dashboard",
    most: 500,
    unit: "widgets",
    measure: (deployment) =>
      dashboards(deployment).map(({ title, widgets }) => ({ where: title, size: widgets.length })),
  },
  {
    what: "metrics of a widget",
    most: 500,
    unit: "metrics",
    measure: eachWidget(({ metrics }) => metrics?.length),
  },
  {
    what: "metrics of a dashboard",
    most: 2500,
    unit: "metrics",
    measure: (deployment) =>
      dashboards(deployment).map(({ title, widgets }) => ({
        where: title,
        size: widgets.reduce((sum, widget) => sum + metricsOf(widget), 0),
      })),
  },
  {
    what: "metrics of an alarm",
    most: 10,
    unit: "metrics",
    measure: each("AWS::CloudWatch::Alarm", (alarm) => referenced(alarm.property("Metrics"))),
  },
  {
    what: "description of an alarm",
    most: 1024,
    unit: "characters",
    measure: each("AWS::CloudWatch::Alarm", (alarm) => characters(alarm.property("AlarmDescription"))),
  },
  {
    what: "format of an access log",
    most: 3072,
    unit: "bytes",
    measure: each("AWS::ApiGatewayV2::Stage", (stage) => {
      const { Format } = (stage.property("AccessLogSettings") ?? {}) as { Format?: string };
      return Format === undefined ? undefined : bytes(Format);
    }),
  },
  {
    what: "metric filters of a log group",
    most: 100,
    unit: "filters",
    measure: (deployment) =>
      countEach(
        ofType(deployment, "AWS::Logs::MetricFilter").map((filter) => filter.property("LogGroupName")),
      ),
  },
];
