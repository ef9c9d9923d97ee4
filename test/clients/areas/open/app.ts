import { expect } from "vitest";
import { got, type World } from "../../support/world.ts";

export async function drive({ anyone }: World): Promise<void> {
  expect(await got(anyone.GET("/app", { parseAs: "text" }))).toContain("<!doctype html>");
}
