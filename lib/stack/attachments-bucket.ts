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

/** As many days as the store's point-in-time recovery, so that the files of restored records still exist. */
const recoveryDays = 35;

/** Web pages that may call the API may also upload and read files: those of the app, and those of the settings. */
const fromPages = (allowedOrigins: string[]): CorsRule => ({
  allowedOrigins,
  allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
  allowedHeaders: ["content-type"],
  exposedHeaders: ["etag"],
  maxAge: cors.maxAge,
});

/**
 * The files of attachments. They can only be accessed with addresses that a function has signed. `appOrigin`: where the pages of the service
 * itself are, which are of another origin than the bucket.
 */
export function attachmentsBucket(
  scope: Construct,
  { removalPolicy, corsOrigins }: Settings,
  appOrigin: string,
): Bucket {
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
    cors: [fromPages([appOrigin, ...corsOrigins.filter((origin) => origin !== appOrigin)])],
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Each file is read with an address that a function signed for one caller, and the API's access log contains that call; S3 access logs would need a second bucket and contain less",
  });
  return bucket;
}
