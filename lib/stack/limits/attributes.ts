/*
 * The longest values that `Ref` and `Fn::GetAtt` of a resource can give. A type or an attribute that is missing here is an error, because a
 * guessed length could be wrong unnoticed.
 */
import type { Place } from "./place.ts";
import { generatedName, type StackNode } from "./stacks.ts";

/** How a type of resource is named: the property with its name, if it may have one, and the most characters that its service allows. */
export const names: Record<string, { property: string; longest: number }> = {
  "AWS::ApiGatewayV2::Api": { property: "Name", longest: 128 },
  "AWS::ApiGatewayV2::Stage": { property: "StageName", longest: 128 },
  "AWS::CloudFront::Function": { property: "Name", longest: 64 },
  "AWS::CloudWatch::Alarm": { property: "AlarmName", longest: 255 },
  "AWS::CloudWatch::Dashboard": { property: "DashboardName", longest: 255 },
  "AWS::CodeDeploy::Application": { property: "ApplicationName", longest: 100 },
  "AWS::CodeDeploy::DeploymentGroup": { property: "DeploymentGroupName", longest: 100 },
  "AWS::DynamoDB::Table": { property: "TableName", longest: 255 },
  "AWS::Events::Rule": { property: "Name", longest: 64 },
  "AWS::IAM::ManagedPolicy": { property: "ManagedPolicyName", longest: 128 },
  "AWS::IAM::Policy": { property: "PolicyName", longest: 128 },
  "AWS::IAM::Role": { property: "RoleName", longest: 64 },
  "AWS::Lambda::Function": { property: "FunctionName", longest: 64 },
  "AWS::Logs::LogGroup": { property: "LogGroupName", longest: 512 },
  "AWS::Logs::MetricFilter": { property: "FilterName", longest: 512 },
  "AWS::S3::Bucket": { property: "BucketName", longest: 63 },
  "AWS::SNS::Topic": { property: "TopicName", longest: 256 },
  "AWS::SQS::Queue": { property: "QueueName", longest: 80 },
  "AWS::Scheduler::Schedule": { property: "Name", longest: 64 },
  "AWS::SecretsManager::Secret": { property: "Name", longest: 512 },
  "AWS::WAFv2::WebACL": { property: "Name", longest: 128 },
};

export interface Named {
  type: string;
  name: string;
  place: Place;
}

const arn =
  (service: string, resource: (name: string) => string) =>
  ({ name, place: { partition, region, account } }: Named) =>
    `arn:${partition}:${service}:${region}:${account}:${resource(name)}`;
const globally =
  (service: string, start: string) =>
  ({ name, place: { partition, account } }: Named) =>
    `arn:${partition}:${service}::${account}:${start}${name}`;
const nameOf = ({ name }: Named) => name;
const text = (length: number) => () => "x".repeat(length);

type Gives = Record<string, (named: Named) => string>;

const aFunction = arn("lambda", (name) => `function:${name}`);
/** The function of an alias or version, which are named after it. */
const functionOf = (named: Named) => aFunction({ ...named, name: named.name.slice(0, 64) });
const aTable = arn("dynamodb", (name) => `table/${name}`);
const aTopic = arn("sns", (name) => name);
const aStack = arn("cloudformation", (name) => `stack/${name}/00000000-0000-0000-0000-000000000000`);
const api = text(10);

/** What each attribute of a type gives; `Ref` is the reference itself. */
const attributes: Record<string, Gives> = {
  "AWS::ApiGatewayV2::Api": {
    Ref: api,
    ApiId: api,
    ApiEndpoint: ({ place: { region, urlSuffix } }) => `https://${api()}.execute-api.${region}.${urlSuffix}`,
  },
  "AWS::ApiGatewayV2::DomainName": {
    Ref: nameOf,
    RegionalDomainName: ({ place: { region, urlSuffix } }) => `d-${api()}.execute-api.${region}.${urlSuffix}`,
    RegionalHostedZoneId: text(14),
  },
  "AWS::ApiGatewayV2::Integration": { Ref: text(7) },
  "AWS::ApiGatewayV2::Stage": { Ref: nameOf },
  "AWS::CertificateManager::Certificate": {
    Ref: arn("acm", () => "certificate/00000000-0000-0000-0000-000000000000"),
  },
  "AWS::CloudFormation::Stack": { Ref: aStack },
  "AWS::CloudFront::Distribution": {
    Ref: text(14),
    Id: text(14),
    DomainName: () => `${text(14)()}.cloudfront.net`,
  },
  "AWS::CloudFront::Function": {
    Ref: globally("cloudfront", "function/"),
    FunctionARN: globally("cloudfront", "function/"),
  },
  "AWS::CloudWatch::Alarm": { Ref: nameOf, Arn: arn("cloudwatch", (name) => `alarm:${name}`) },
  "AWS::CodeDeploy::Application": { Ref: nameOf },
  "AWS::CodeDeploy::DeploymentGroup": { Ref: nameOf },
  "AWS::DynamoDB::Table": {
    Ref: nameOf,
    Arn: aTable,
    StreamArn: (named) => `${aTable(named)}/stream/2026-01-01T00:00:00.000`,
  },
  "AWS::Events::Rule": { Ref: nameOf, Arn: arn("events", (name) => `rule/${name}`) },
  "AWS::IAM::ManagedPolicy": { Ref: globally("iam", "policy/") },
  "AWS::IAM::Role": { Ref: nameOf, Arn: globally("iam", "role/"), RoleId: text(21) },
  "AWS::Lambda::Alias": { Ref: (named) => `${functionOf(named)}:live` },
  "AWS::Lambda::Function": { Ref: nameOf, Arn: aFunction },
  "AWS::Lambda::Version": { Ref: (named) => `${functionOf(named)}:10000`, Version: text(5) },
  "AWS::Logs::LogGroup": { Ref: nameOf, Arn: arn("logs", (name) => `log-group:${name}:*`) },
  "AWS::S3::Bucket": {
    Ref: nameOf,
    Arn: ({ name, place }) => `arn:${place.partition}:s3:::${name}`,
    RegionalDomainName: ({ name, place: { region, urlSuffix } }) => `${name}.s3.${region}.${urlSuffix}`,
  },
  "AWS::SNS::Topic": { Ref: aTopic, TopicArn: aTopic, TopicName: nameOf },
  "AWS::SQS::Queue": {
    Ref: ({ name, place: { region, urlSuffix, account } }) =>
      `https://sqs.${region}.${urlSuffix}/${account}/${name}`,
    QueueUrl: ({ name, place: { region, urlSuffix, account } }) =>
      `https://sqs.${region}.${urlSuffix}/${account}/${name}`,
    Arn: arn("sqs", (name) => name),
    QueueName: nameOf,
  },
  // its ARN ends with six more characters
  "AWS::SecretsManager::Secret": { Ref: arn("secretsmanager", (name) => `secret:${name}-AbCdEf`) },
  "AWS::WAFv2::WebACL": {
    Arn: arn("wafv2", (name) => `global/webacl/${name}/00000000-0000-0000-0000-000000000000`),
  },
  "AWS::Scheduler::Schedule": { Ref: nameOf, Arn: arn("scheduler", (name) => `schedule/default/${name}`) },
};

/** `given` is the resource's own name, if its template has one. Throws if the type or the attribute is unknown here. */
export function attributeOf(
  stack: StackNode,
  id: string,
  type: string,
  attribute: string,
  given: string | undefined,
  place: Place,
): string {
  const gives = attributes[type]?.[attribute];
  if (!gives)
    throw new Error(
      `${type} ${id}: the length of ${attribute} is unknown; add it to lib/stack/limits/attributes.ts`,
    );
  const name =
    type === "AWS::CloudFormation::Stack"
      ? generatedName(stack.name, id)
      : (given ?? generatedName(stack.name, id, names[type]?.longest));
  return gives({ type, name, place });
}
