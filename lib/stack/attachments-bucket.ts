import { Duration, Validations } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CorsRule,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { cors } from "#lib/http/cors";
import type { Settings } from "./settings.ts";

/** As long as the store can be brought back to an earlier time, so that the files its records name are there too. */
const recoveryDays = 35;

/** Pages that may call the API send and read files too. */
const fromPages = (allowedOrigins: string[]): CorsRule => ({
  allowedOrigins,
  allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
  allowedHeaders: ["content-type"],
  exposedHeaders: ["etag"],
  maxAge: cors.maxAge,
});

/** The files of attachments. Nobody reaches them but by an address that a function signs. */
export function attachmentsBucket(scope: Construct, { removalPolicy, corsOrigins }: Settings): Bucket {
  const bucket = new Bucket(scope, "Attachments", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(recoveryDays),
        expiredObjectDeleteMarker: true,
      },
    ],
    removalPolicy,
    ...(corsOrigins.length > 0 && { cors: [fromPages(corsOrigins)] }),
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Each file is reached by an address that a function signed for one caller, and the API's access log has that call; S3's own logs would be a second bucket with less in it",
  });
  return bucket;
}
