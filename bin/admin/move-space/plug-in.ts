/* Makes lib/store of this process use the store of one cell: for commits, and for what the product does itself. One cell for each run. */
import type { ReachedCell } from "#lib/local/endpoint/cell/reach-cell";

/** Before the first use of lib/store. */
export function plugIn({ url, key, table }: ReachedCell): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    GRIDLESS_STORE: table,
  });
  delete process.env["AWS_SESSION_TOKEN"];
  delete process.env["AWS_PROFILE"];
}
