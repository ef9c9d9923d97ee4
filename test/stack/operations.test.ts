/* The effects of settings (limits, domain, CORS …), alarms and the dashboard. */
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { beforeAll, describe, expect, test } from "vitest";
import { Alarms } from "#lib/stack/alarms";
import { type Deployed, deployedOf } from "#lib/stack/functions/deployed";
import { looksUpCallers, onlyCounts } from "#lib/stack/functions/permissions";
import { httpApi } from "#lib/stack/http-api";
import { readSettings } from "#lib/stack/settings";
import { storeTable } from "#lib/stack/store-table";
import { countAlarmMetrics } from "../../bin/cost/idle.ts";
import { contexts, defaultContext } from "./support/contexts.ts";
import { type Resource, type Synthesized, synthesized } from "./support/synthesized.ts";

let plain: Synthesized;
let full: Synthesized;
beforeAll(async () => {
  plain = await synthesized("plain");
  full = await synthesized("full");
}, 900_000);

const only = (made: Synthesized, type: Parameters<Synthesized["all"]>[0]) => {
  const all = made.all(type);
  expect(all).toHaveLength(1);
  return all[0]?.Properties;
};

/** The resource of this type with this id; most ids end with eight digits more. */
function resourceNamed(made: Synthesized, type: Parameters<Synthesized["all"]>[0], name: string): Resource {
  const found = made.all(type).find(({ id }) => id === name || id.slice(0, -8) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** The HTTP API; the other one is that of the socket. */
const apiWithRequests = (made: Synthesized) =>
  made.all("AWS::ApiGatewayV2::Api").find(({ Properties }) => Properties.ProtocolType === "HTTP")?.Properties;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** The role of a function, which is in the same stack. */
function roleOf({ resourcesOf }: Synthesized, { stack, Properties }: Resource): Resource {
  const found = resourcesOf(stack).find(({ id }) => id === Properties.Role["Fn::GetAtt"][0]);
  if (!found) throw new Error(`${Properties.Handler} has no role`);
  return found;
}

/** The functions that may do anything with a service, and what they may. */
const usersOf = (made: Synthesized, service: string) =>
  made.all("AWS::Lambda::Function").flatMap((each) =>
    (roleOf(made, each).Properties.Policies ?? [])
      .flatMap(
        ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
      )
      .filter(({ Action }: Statement) => [Action].flat().join().includes(service))
      .map((statement: Statement) => ({ id: each.Properties.Handler.replace(/\.handler$/, ""), statement })),
  );

describe("settings take effect", () => {
  test("stage, throttling and retention", () => {
    const limits = full
      .all("AWS::ApiGatewayV2::Stage")
      .map(({ Properties: { StageName, DefaultRouteSettings: each } }) => [
        StageName,
        each.ThrottlingRateLimit,
        each.ThrottlingBurstLimit,
      ]);
    // the plain paths and those below /api have halves
    expect(limits.sort()).toEqual([
      ["$default", 3.5, 5],
      ["api", 3.5, 5],
      ["socket", 7, 9],
    ]);
    for (const { Properties } of full.all("AWS::Logs::LogGroup")) expect(Properties.RetentionInDays).toBe(30);
    for (const { Properties } of full.all("AWS::Lambda::Function")) {
      const operation = Properties.Handler.replace(/\.handler$/, "");
      expect(Properties.Environment.Variables).toMatchObject({
        GRIDLESS_STAGE: "full",
        GRIDLESS_OPERATION: operation,
      });
    }
  });

  test("a lid on the bill: a budget that tells the topic of the alarms, and units a second of the store; none by default", () => {
    const topic = resourceNamed(full, "AWS::SNS::Topic", "AlarmsTopic");
    const { Budget, NotificationsWithSubscribers: told } = resourceNamed(
      full,
      "AWS::Budgets::Budget",
      "AlarmsBudget",
    ).Properties;
    expect(Budget).toEqual({
      BudgetName: "gridless-full",
      BudgetType: "COST",
      TimeUnit: "MONTHLY",
      BudgetLimit: { Amount: 25.5, Unit: "USD" },
    });
    expect(
      told.map(({ Notification }: { Notification: { NotificationType: string; Threshold: number } }) => [
        Notification.NotificationType,
        Notification.Threshold,
      ]),
    ).toEqual([
      ["ACTUAL", 80],
      ["ACTUAL", 100],
      ["FORECASTED", 100],
    ]);
    for (const { Subscribers } of told)
      expect(Subscribers).toEqual([{ SubscriptionType: "SNS", Address: { Ref: topic.id } }]);
    const policy = resourceNamed(full, "AWS::SNS::TopicPolicy", "AlarmsTopicPolicy");
    expect(policy.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Allow",
        Action: "sns:Publish",
        // the CDK makes one of two statements that differ in this alone
        Principal: { Service: ["budgets.amazonaws.com", "cloudwatch.amazonaws.com"] },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      }),
    );
    const [limited, free] = [full, plain].map(
      (made) => only(made, "AWS::DynamoDB::Table").OnDemandThroughput,
    );
    expect(limited).toEqual({ MaxReadRequestUnits: 200, MaxWriteRequestUnits: 50 });
    expect(free).toBeUndefined();
    expect(plain.all("AWS::Budgets::Budget")).toEqual([]);
  });

  test("a second budget stops writes: its own topic, that only budgets may publish to, calls a function; none by default", () => {
    const topic = resourceNamed(full, "AWS::SNS::Topic", "StopTopic");
    const { Budget, NotificationsWithSubscribers: told } = resourceNamed(
      full,
      "AWS::Budgets::Budget",
      "StopBudget",
    ).Properties;
    expect(Budget).toMatchObject({ BudgetName: "gridless-full-stop", BudgetLimit: { Amount: 25.5 } });
    expect(told).toEqual([
      {
        Notification: expect.objectContaining({ NotificationType: "ACTUAL", Threshold: 90 }),
        Subscribers: [
          { SubscriptionType: "SNS", Address: { Ref: topic.id } },
          { SubscriptionType: "EMAIL", Address: "ada@example.org" },
        ],
      },
    ]);
    const policy = resourceNamed(full, "AWS::SNS::TopicPolicy", "StopTopicPolicy");
    const publishing = policy.Properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === "Allow",
    );
    expect(publishing).toEqual([
      expect.objectContaining({
        Action: "sns:Publish",
        Principal: { Service: "budgets.amazonaws.com" },
        Condition: {
          StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } },
          ArnLike: { "aws:SourceArn": expect.anything() },
        },
      }),
    ]);
    expect(JSON.stringify(publishing)).toContain(':budgets::",{"Ref":"AWS::AccountId"},":*"');
    const stopper = full
      .all("AWS::Lambda::Function")
      .find(({ Properties }) => Properties.Handler === "stopWrites.handler");
    expect(stopper?.Properties.Environment.Variables).toMatchObject({
      GRIDLESS_BUDGET: "gridless-full-stop",
    });
    const subscription = full
      .all("AWS::SNS::Subscription")
      .find(({ Properties }) => Properties.Protocol === "lambda");
    // an output of the nested stack of the function
    expect(JSON.stringify(subscription?.Properties.Endpoint)).toContain("stopWritesFunction");
    expect(subscription?.Properties.TopicArn).toEqual({ Ref: topic.id });
    expect(only(full, "AWS::Lambda::Permission")).toMatchObject({
      Action: "lambda:InvokeFunction",
      FunctionName: subscription?.Properties.Endpoint,
      Principal: "sns.amazonaws.com",
      SourceArn: subscription?.Properties.TopicArn,
    });
    const operations = plain.all("AWS::Lambda::Function").map(({ Properties }) => Properties.Handler);
    expect(operations).not.toContain("stopWrites.handler");
  });

  test("a custom domain with its certificate leads to both stages; none by default", () => {
    expect(only(full, "AWS::ApiGatewayV2::DomainName")).toMatchObject({
      DomainName: "api.example.org",
      DomainNameConfigurations: [{ CertificateArn: contexts.full.certificateArn, EndpointType: "REGIONAL" }],
    });
    const mappings = full.all("AWS::ApiGatewayV2::ApiMapping").map(({ Properties }) => Properties);
    expect(mappings.map(({ Stage, ApiMappingKey = "" }) => [ApiMappingKey, Stage]).sort()).toEqual([
      ["", "$default"],
      ["api", "api"],
    ]);
    expect(plain.all("AWS::ApiGatewayV2::DomainName")).toEqual([]);
    expect(plain.all("AWS::ApiGatewayV2::ApiMapping")).toEqual([]);
  });

  test("a hosted zone gets the record of the domain, and a certificate is made in it if none is named", () => {
    expect(full.all("AWS::CertificateManager::Certificate")).toEqual([]);
    expect(plain.all("AWS::Route53::RecordSet")).toEqual([]);
    const withoutCdn = { cdn: "off", webAclArn: "" };
    const app = new App({ context: { ...contexts.full, ...withoutCdn, certificateArn: "" } });
    const stack = new Stack(app, "Own");
    httpApi(stack, readSettings(app));
    const template = Template.fromStack(stack);
    template.resourceCountIs("AWS::Route53::RecordSet", 1);
    template.hasResourceProperties("AWS::Route53::RecordSet", {
      Name: "api.example.org.",
      Type: "A",
      HostedZoneId: "Z0123456789ABCDEFGHIJ",
      AliasTarget: { DNSName: { "Fn::GetAtt": [Match.anyValue(), "RegionalDomainName"] } },
    });
    template.hasResourceProperties("AWS::CertificateManager::Certificate", {
      DomainName: "api.example.org",
      ValidationMethod: "DNS",
      DomainValidationOptions: [{ DomainName: "api.example.org", HostedZoneId: "Z0123456789ABCDEFGHIJ" }],
    });
    template.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainNameConfigurations: [{ CertificateArn: { Ref: Match.stringLikeRegexp("^OwnCertificate") } }],
    });
  });

  test("removalPolicy decides whether the store is deleted with the stack", () => {
    expect(full.all("AWS::DynamoDB::Table")).toMatchObject([
      { DeletionPolicy: "Delete", Properties: { DeletionProtectionEnabled: false } },
    ]);
    expect(plain.all("AWS::DynamoDB::Table")).toMatchObject([
      { DeletionPolicy: "Retain", Properties: { DeletionProtectionEnabled: true } },
    ]);
  });

  test("CORS for the given origins; none by default", () => {
    expect(apiWithRequests(full).CorsConfiguration).toEqual({
      AllowOrigins: ["https://app.example.org", "http://localhost:5173"],
      AllowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      AllowHeaders: [
        "authorization",
        "content-type",
        "content-encoding",
        "idempotency-key",
        ...["mcp-protocol-version", "mcp-method", "mcp-name"],
        "if-match",
        "if-none-match",
        "prefer",
        "x-window-id",
        "tea-share-id",
      ],
      ExposeHeaders: [
        ...["x-request-id", "etag", "retry-after", "location", "x-next-cursor"],
        "www-authenticate",
        ...["ratelimit", "ratelimit-policy", "content-range", "preference-applied", "x-gridless-plan"],
      ],
      MaxAge: 3600,
    });
    expect(apiWithRequests(plain).CorsConfiguration).toBeUndefined();
    // a connection names its page too, and so does a message to tools
    for (const name of ["connect.handler", "answerMcp.handler"]) {
      const originsIn = ({ all }: Synthesized) =>
        all("AWS::Lambda::Function").find(({ Properties }) => Properties.Handler === name)?.Properties
          .Environment.Variables.GRIDLESS_CORS_ORIGINS;
      expect(originsIn(full), name).toBe(contexts.full.corsOrigins);
      expect(originsIn(plain), name).toBe("");
    }
  });

  test("pages of the app may send files to the bucket, which has a host of its own", () => {
    const originsOf = ({ all }: Synthesized) =>
      all("AWS::S3::Bucket").map(
        ({ Properties }) => Properties.CorsConfiguration.CorsRules[0].AllowedOrigins,
      );
    const domain = contexts.full.domainName;
    expect(originsOf(full)).toEqual([
      [`https://${domain}`, "https://app.example.org", "http://localhost:5173"],
    ]);
    expect(JSON.stringify(originsOf(plain))).toContain("ApiEndpoint");
    const app = full
      .all("AWS::Lambda::Function")
      .find(({ Properties }) => "GRIDLESS_FILES_ORIGIN" in (Properties.Environment?.Variables ?? {}));
    expect(JSON.stringify(app?.Properties.Environment.Variables.GRIDLESS_FILES_ORIGIN)).toContain("https://");
  });

  test("traces, and the permission to send them", () => {
    const modes = ({ all }: Synthesized) =>
      new Set(all("AWS::Lambda::Function").map(({ Properties }) => Properties.TracingConfig?.Mode));
    expect([modes(plain), modes(full)]).toEqual([new Set(["Active"]), new Set([undefined])]);
    expect(JSON.stringify(plain.all("AWS::IAM::Role"))).toContain("xray:");
    expect(JSON.stringify(full.all("AWS::IAM::Role"))).not.toContain("xray:");
  });

  test("an address for alarms", () => {
    const mailed = full
      .all("AWS::SNS::Subscription")
      .filter(({ Properties }) => Properties.Protocol === "email");
    expect(mailed.map(({ Properties }) => Properties.Endpoint)).toEqual(["ada@example.org"]);
    expect(plain.all("AWS::SNS::Subscription")).toEqual([]);
  });
});

test("the deployment prints what a person needs next", () => {
  const { outputs } = full;
  expect(outputs).toMatchObject({
    ApiUrl: "https://api.example.org",
    DocsUrl: "https://api.example.org/docs",
    SignInUrl: "https://api.example.org/auth/sign-in",
    Region: { Ref: "AWS::Region" },
  });
  const topic = resourceNamed(full, "AWS::SNS::Topic", "AlarmsTopic");
  expect(outputs["AlarmTopic"]).toEqual({ Ref: topic.id });
  expect(JSON.stringify(outputs["DashboardUrl"])).toContain("#dashboards:name=gridless-full");
  expect(outputs["AdminCommand"]).toEqual({
    "Fn::Join": [
      "",
      [
        ...["npm run admin -- --stack gridless-full --region ", { Ref: "AWS::Region" }],
        " --name Ada --email ada@example.org",
      ],
    ],
  });
  // of CloudFront, which is before the API here
  expect(JSON.stringify(outputs["DomainTarget"])).toMatch(/"Cdn\w{8}","DomainName"/);
  expect(JSON.stringify(outputs["DomainHostedZone"])).toContain("AWSCloudFrontPartitionHostedZoneIdMap");
});

describe("sign-up and mails", () => {
  const variablesOf = (made: Synthesized, name: string) =>
    made
      .all("AWS::Lambda::Function")
      .filter(({ Properties }) => name in Properties.Environment.Variables)
      .map(({ Properties }) => [Properties.Handler, Properties.Environment.Variables[name]]);

  test("functions that sign people up get the setting signUp", () => {
    expect(variablesOf(plain, "GRIDLESS_SIGN_UP")).toContainEqual(["signUp.handler", "invitation"]);
    expect(variablesOf(full, "GRIDLESS_SIGN_UP")).toContainEqual(["signUp.handler", "open"]);
  });

  test("one function may send mails, from one address; none if no address is set", () => {
    const mailing = (made: Synthesized) => usersOf(made, "ses:");
    expect(mailing(plain)).toEqual([]);
    const identity = (name: string) => ({
      "Fn::Join": [
        "",
        [
          ...["arn:", { Ref: "AWS::Partition" }, ":ses:", { Ref: "AWS::Region" }, ":"],
          ...[{ Ref: "AWS::AccountId" }, `:identity/${name}`],
        ],
      ],
    });
    expect(mailing(full)).toEqual([
      {
        id: "sendMail",
        statement: {
          Effect: "Allow",
          Action: "ses:SendEmail",
          Resource: [identity("example.org"), identity("gridless@example.org")],
          Condition: { StringEquals: { "ses:FromAddress": "gridless@example.org" } },
        },
      },
    ]);
  });
});

describe("an outside provider to sign in with", () => {
  test("pages of the group auth may read the parameter with its secret, and no other; without a provider none may", () => {
    const reading = (made: Synthesized) => usersOf(made, "ssm:");
    expect(reading(plain)).toEqual([]);
    const place = [
      { Ref: "AWS::Partition" },
      ":ssm:",
      { Ref: "AWS::Region" },
      ":",
      { Ref: "AWS::AccountId" },
    ];
    expect(reading(full)).toEqual([
      {
        id: "authPages",
        statement: {
          Effect: "Allow",
          Action: "ssm:GetParameter",
          Resource: { "Fn::Join": ["", ["arn:", ...place, ":parameter/gridless/full/oidc-client-secret"]] },
        },
      },
    ]);
  });

  test("no template has the settings in an environment", () => {
    for (const made of [plain, full])
      expect(JSON.stringify(made.all("AWS::Lambda::Function"))).not.toMatch(/OIDC|login\.example\.org/);
  });
});

describe("language models", () => {
  test("one function may invoke the configured models, and no other; without models none may", () => {
    const invoking = (made: Synthesized) => usersOf(made, "bedrock:");
    expect(invoking(plain)).toEqual([]);
    const arn = (...rest: unknown[]) => ({
      "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ...rest]],
    });
    const own = { Ref: "AWS::Region" };
    expect(invoking(full)).toEqual([
      {
        id: "runFill",
        statement: {
          Effect: "Allow",
          Action: "bedrock:InvokeModel",
          Resource: [
            arn(
              ...[":bedrock:", own, ":", { Ref: "AWS::AccountId" }],
              ":inference-profile/us.amazon.nova-lite-v1:0",
            ),
            arn(":bedrock:", own, "::foundation-model/amazon.nova-micro-v1:0"),
            arn(":bedrock:*::foundation-model/amazon.nova-lite-v1:0"),
          ],
        },
      },
    ]);
  });
});

describe("the limit of a token", () => {
  interface Statement {
    Action: string | string[];
    Condition?: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": string | string[] } };
  }
  /** The partition keys of each function that may update only some items. */
  const updatable = (made: Synthesized): string[] =>
    made
      .all("AWS::Lambda::Function")
      .flatMap((each) => roleOf(made, each).Properties.Policies ?? [])
      .flatMap(
        ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
      )
      .filter(({ Action, Condition }) => Action === "dynamodb:UpdateItem" && Condition !== undefined)
      .map(({ Condition }) =>
        [Condition?.["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]].flat().join(" "),
      );

  const guarded = () =>
    deployedOf(full.registry).filter(({ members }) =>
      members.some((each) => looksUpCallers(each) || onlyCounts(each)),
    );

  test("functions may update call counters only if the limit is on, and otherwise only the tokens that they look up", () => {
    const looksUp = ({ members }: Deployed) => members.some(looksUpCallers);
    const keysOf = (each: Deployed, isLimited: boolean) =>
      [looksUp(each) && "TOKEN#*", (isLimited || each.members.some(onlyCounts)) && "RATE#*"]
        .filter(Boolean)
        .join(" ");
    const withoutNotes = (made: Synthesized) => updatable(made).map((keys) => keys.replace(/ ASKED#\*$/, ""));
    expect(withoutNotes(plain)).toEqual(guarded().map((each) => keysOf(each, false)));
    // reads through a share always count calls, with or without the limit
    expect(withoutNotes(full)).toEqual(guarded().map((each) => keysOf(each, looksUp(each))));
  });

  test("functions that read sorted pages, or share code with them, may also update the notes of orders, and those alone", () => {
    const noting = updatable(plain).flatMap((keys, i) =>
      keys.endsWith(" ASKED#*") ? [guarded()[i]?.operation] : [],
    );
    expect(noting.sort()).toEqual([
      "aggregateRecords",
      "aggregateSharedRecords",
      "copyCells",
      "copySharedCells",
      "countRecords",
      "countSearchHits",
      "countSharedHits",
      "countSharedRecords",
      "countTableComments",
      "getSelectedIds",
      "getSharedView",
      "listCalendarDays",
      "listGroupPoints",
      "listPlaces",
      "listRecords",
      "listRecordsByBody",
      "listSearchHits",
      "listSharedDays",
      "listSharedGroups",
      "listSharedHits",
      "listSharedLinks",
      "listSharedPeople",
      "listSharedRecords",
      "queryBase",
      "sharePages",
    ]);
  });

  test("is in the code only if it is on", () => {
    // sign-up and invitations always have their own limits
    expect(full.codeOf("record")).toContain("RATE#");
    expect(plain.codeOf("record")).not.toContain("RATE#");
    expect(plain.codeOf("record")).toContain("TOKEN#");
  });
});

describe("alarms", () => {
  test("all alarms exist, and notify the same topic", () => {
    const alarms = plain.all("AWS::CloudWatch::Alarm");
    const [topic] = plain.all("AWS::SNS::Topic");
    expect(alarms.map(({ id }) => id.replace(/^Alarms|\w{8}$/g, "")).sort()).toEqual([
      "AnnounceChangesDeadLetters",
      "AnnouncePresenceDeadLetters",
      "CarryCellsDeadLetters",
      "ClearDeliveriesDeadLetters",
      "DispatcherBehind",
      "DispatcherDeadLetters",
      "EnqueueEventsDeadLetters",
      "FinishCommitDeadLetters",
      "FoldCountsDeadLetters",
      "FollowLinksDeadLetters",
      "ForgetNotificationsDeadLetters",
      "FunctionThrottles",
      "Latency",
      "MakeThumbnailsDeadLetters",
      "NotifyOfCommentDeadLetters",
      "NotifyOfImportDeadLetters",
      "NotifyOfMembershipDeadLetters",
      "NotifyOfMentionDeadLetters",
      "NotifyOfWebhookDeadLetters",
      "ReaderBehind",
      "RemoveFileDeadLetters",
      "RunFillDeadLetters",
      "RunJobDeadLetters",
      "SendEventDeadLetters",
      "SendMailDeadLetters",
      "ServerErrors",
      "StoreThrottles",
      "TendIndexesDeadLetters",
      "TooManyRequests",
    ]);
    for (const { Properties } of alarms)
      expect(Properties).toMatchObject({
        AlarmActions: [{ Ref: topic?.id }],
        TreatMissingData: "notBreaching",
        AlarmDescription: expect.stringMatching(/^gridless-main: /),
      });
  });

  test("only CloudWatch of this account may publish to the topic, and only with TLS", () => {
    const { Statement } = only(plain, "AWS::SNS::TopicPolicy").PolicyDocument;
    expect(Statement).toEqual([
      expect.objectContaining({
        Effect: "Deny",
        Action: "sns:Publish",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      }),
      expect.objectContaining({
        Effect: "Allow",
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      }),
    ]);
  });

  test("responses with status 429 are counted from the access log, by stage", () => {
    const filter = only(full, "AWS::Logs::MetricFilter");
    expect(filter).toMatchObject({
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [{ MetricNamespace: "Gridless", MetricName: "TooManyRequests-full" }],
    });
    // without a default value the metric has data, and costs, only when responses have status 429
    expect(filter.MetricTransformations[0]).not.toHaveProperty("DefaultValue");
  });

  test("watch as many metrics as docs/operations/costs.md counts", () => {
    const metrics = plain
      .all("AWS::CloudWatch::Alarm")
      .flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) =>
        Metrics.filter((each: { MetricStat?: object }) => each.MetricStat),
      );
    expect(metrics).toHaveLength(countAlarmMetrics(plain.registry.consumers.length));
  });

  test("alarms for streams that fall behind, and for dead letters", () => {
    const app = new App({ context: defaultContext });
    const stack = new Stack(app, "Watched");
    const settings = readSettings(app);
    const alarms = new Alarms(stack, "Alarms", {
      api: new HttpApi(stack, "Api"),
      store: storeTable(stack, settings),
      tooMany: new Metric({ namespace: "Gridless", metricName: "TooManyRequests" }),
      settings,
    });
    const code = Code.fromInline("exports.handler = () => {}");
    const runtime = Runtime.NODEJS_24_X;
    alarms.watchStream(
      "Dispatcher",
      new LambdaFunction(stack, "Reader", { code, runtime, handler: "index.handler" }),
    );
    alarms.watchDeadLetters("Notifications", new Queue(stack, "Queue"));
    const template = Template.fromStack(stack);
    template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      Namespace: "AWS/Lambda",
      MetricName: "IteratorAge",
      Statistic: "Maximum",
      Threshold: 60_000,
      Dimensions: [{ Name: "FunctionName", Value: Match.anyValue() }],
    });
    template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      Namespace: "AWS/SQS",
      MetricName: "ApproximateNumberOfMessagesVisible",
      Threshold: 0,
      Dimensions: [{ Name: "QueueName", Value: Match.anyValue() }],
    });
  });
});

describe("the dashboard", () => {
  type Widget = { type: string; properties: { title: string; metrics?: unknown[]; query?: string } };
  const widgets = (made: Synthesized): Widget[] => {
    const body = only(made, "AWS::CloudWatch::Dashboard").DashboardBody["Fn::Join"][1];
    const text = body.map((part: unknown) => (typeof part === "string" ? part : "name")).join("");
    return JSON.parse(text).widgets;
  };

  test("has a graph for each area, from the log of each of its functions", () => {
    const deployed = deployedOf(plain.registry);
    const areas = new Set(deployed.map(({ area }) => area));
    const logs = widgets(plain).filter(({ type }) => type === "log");
    expect(logs.map(({ properties }) => properties.title)).toEqual(
      expect.arrayContaining([...areas].map((area) => `${area}: ms`)),
    );
    const sources = logs.flatMap(({ properties }) => properties.query?.match(/SOURCE '/g) ?? []);
    // one more for the access log
    expect(sources).toHaveLength(deployed.length + 1);
  });

  test("is free: fewer than 50 metrics, for any number of endpoints", () => {
    const count = (metrics: unknown[] = []) =>
      metrics.filter((each) => JSON.stringify(each).includes("AWS/")).length;
    const metrics = widgets(plain).reduce((sum, { properties }) => sum + count(properties.metrics), 0);
    expect(metrics).toBeGreaterThan(8);
    expect(metrics).toBeLessThan(50);
  });
});
