import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/**
 * The only table; lib/local/store/store-table.ts makes the same one for local use. It is not a TableV2: when an index is added, emulators replace
 * a TableV2 with an empty one.
 */
export const storeTable = (scope: Construct, { removalPolicy, maxReadUnits, maxWriteUnits }: Settings) =>
  new Table(scope, "Store", {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...(maxReadUnits && { maxReadRequestUnits: maxReadUnits }),
    ...(maxWriteUnits && { maxWriteRequestUnits: maxWriteUnits }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    encryption: TableEncryption.AWS_MANAGED,
    timeToLiveAttribute: "expiresAt",
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    deletionProtection: removalPolicy === RemovalPolicy.RETAIN,
    removalPolicy,
  });
