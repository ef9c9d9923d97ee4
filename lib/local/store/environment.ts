/* How a process finds the store: the environment variables of a function, and what a client of the SDK needs of them. */

export type StoreEnvironment = {
  GRIDLESS_STORE: string;
  AWS_REGION: string;
  AWS_ACCESS_KEY_ID: string;
  AWS_SECRET_ACCESS_KEY: string;
  AWS_SESSION_TOKEN?: string;
  /** Not set with the engine in this process, which has no address. */
  AWS_ENDPOINT_URL_DYNAMODB?: string;
};

export type RemoteEnvironment = StoreEnvironment & { AWS_ENDPOINT_URL_DYNAMODB: string };

export type GivenEnvironment = { readonly [Name in keyof StoreEnvironment]?: string | undefined } & {
  readonly GRIDLESS_ENGINE?: string | undefined;
};

/** Takes region and credentials from the environment if they are set: a local engine accepts any. */
export function environmentOf(tableName: string, env: GivenEnvironment): StoreEnvironment {
  const given = env.AWS_ACCESS_KEY_ID;
  return {
    GRIDLESS_STORE: tableName,
    AWS_REGION: env.AWS_REGION || "us-east-1",
    AWS_ACCESS_KEY_ID: given || "test",
    AWS_SECRET_ACCESS_KEY: (given && env.AWS_SECRET_ACCESS_KEY) || "test",
    ...(given && env.AWS_SESSION_TOKEN && { AWS_SESSION_TOKEN: env.AWS_SESSION_TOKEN }),
  };
}

/** The configuration of an SDK client for this store. */
export function connectionOf(environment: RemoteEnvironment) {
  return {
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
    },
    maxAttempts: 1,
  };
}
