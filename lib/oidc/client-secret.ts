/*
 * The secret by which this service proves itself to the provider. Deployed, the setting names a parameter of AWS Systems Manager, which holds it
 * encrypted; it is read at the first sign-in of an instance and kept in its memory. With npm start it is in the environment.
 */
let kept: Promise<string> | undefined;

/** Gives the secret, or "" if there is none. Throws 503 if it cannot be read. */
export function readClientSecret(): Promise<string> {
  const parameter = process.env["GRIDLESS_OIDC_SECRET_PARAMETER"];
  if (!parameter) return Promise.resolve(process.env["GRIDLESS_OIDC_CLIENT_SECRET"] ?? "");
  kept ??= readFrom(parameter).catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

/** The provider has refused the secret: it may have been replaced, and is read again by the next sign-in. */
export function forgetClientSecret(): void {
  kept = undefined;
}

async function readFrom(parameter: string): Promise<string> {
  const { readParameter } = await import("./read-parameter.ts");
  return readParameter(parameter);
}
