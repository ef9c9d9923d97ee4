/*
 * Replaces @aws-sdk/credential-provider-node in the bundles. The credentials of a Lambda function are environment variables and valid as
 * long as its process runs, so the rest of that package (profiles, SSO, STS, metadata services; 120 kB) is never used.
 */
interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Name and signature are those of the SDK. The function throws if the environment has no credentials. */
export const defaultProvider = () => async (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error("The environment has no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
