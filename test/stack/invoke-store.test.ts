/* The store of the running call in bundles: that of Lambda's runtime, or none. */
import { afterEach, expect, test } from "vitest";
import { InvokeStore } from "#lib/stack/bundles/invoke-store";

afterEach(() => Reflect.deleteProperty(globalThis, "awslambda"));

test("a runtime without a store has none", async () => {
  expect(await InvokeStore.getInstanceAsync()).toBeUndefined();
  Reflect.set(globalThis, "awslambda", {});
  expect(await InvokeStore.getInstanceAsync()).toBeUndefined();
});

test("the store of the runtime is that", async () => {
  const store = { getXRayTraceId: () => "Root=1-5759e988-bd862e3fe1be46a994272793" };
  Reflect.set(globalThis, "awslambda", { InvokeStore: store });
  expect(await InvokeStore.getInstanceAsync()).toBe(store);
});
