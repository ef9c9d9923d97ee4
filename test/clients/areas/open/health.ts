import { expect } from "vitest";
import { got, type World } from "../../support/world.ts";

export async function drive({ anyone }: World): Promise<void> {
  const { status, version } = await got(anyone.GET("/health"));
  expect([status, version.split(".").length]).toEqual(["ok", 3]);
  // @ts-expect-error it says whether it is ready, and nothing else
  expect((await got(anyone.GET("/health/ready"))).version).toBeUndefined();
}
