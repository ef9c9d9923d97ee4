/*
 * What runs in Lambda in place of `@aws/lambda-invoke-store`, which would make a store of its own where the runtime has none: the store that the
 * runtime has, if it has one. Without it the SDK takes the id of the trace from the environment.
 */

interface InvokeStore {
  getXRayTraceId(): string | undefined;
}

/** A text, not a literal: the types of the runtime do not know its store. */
const runtime: string = "awslambda";

export const InvokeStore = {
  getInstanceAsync: async (): Promise<InvokeStore | undefined> =>
    Reflect.get(globalThis, runtime)?.InvokeStore,
};
