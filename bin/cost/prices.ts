/* List prices of us-east-1 in USD, as known in January 2026; without free tiers and taxes. */

export const price = {
  /** API Gateway, HTTP API, up to 300 million a month. */
  request: 1 / 1e6,
  invocation: 0.2 / 1e6,
  /** Lambda on arm64. */
  gigabyteSecond: 0.0000133334,
  /** DynamoDB on demand, since November 2024. */
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** A GB-month, with point-in-time recovery. */
  stored: 0.45,
  /** CloudWatch Logs, taken in. */
  logByte: 0.5 / 1e9,
  /** API Gateway, WebSocket API: of 32 KB. */
  message: 1 / 1e6,
  connectionMinute: 0.25 / 1e6,
  /** CloudWatch, a month: of one metric that an alarm watches, and of a dashboard. */
  alarmMetric: 0.1,
  dashboard: 3,
  /** EventBridge Scheduler. */
  schedule: 1 / 1e6,
  /** KMS. */
  keyRequest: 0.03 / 1e4,
  /** S3, a GB-month. */
  bucketStored: 0.023,
  /** SQS, standard queues. Lambda's own requests count too; those to the stream do not. */
  queueRequest: 0.4 / 1e6,
  /** CloudFront, HTTPS in Europe and North America, and a function at the edge. */
  edgeRequest: 1 / 1e6,
  edgeFunction: 0.1 / 1e6,
  /** Secrets Manager, a month. */
  secret: 0.4,
  /** WAF: a web ACL and a rule of it, a month. */
  acl: 5,
  aclRule: 1,
  aclRequest: 0.6 / 1e6,
};

/** Bytes of our log line and the access log's; Lambda's own lines are off. */
export const logBytes = 1000;
