/*
 * Takes the place of @aws-sdk/credential-provider-node in the bundles. A Lambda's credentials stand in its environment and
 * hold as long as that does, so the rest (profiles, SSO, STS, metadata services) is 120 kB nobody calls.
 */
interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** The name is the SDK's, as is the shape: options, to a function that gives the credentials. */
export const defaultProvider = () => async (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error("There are no credentials in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY");
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
