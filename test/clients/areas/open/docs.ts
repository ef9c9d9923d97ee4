import { expect } from "vitest";
import { got, type World } from "../../support/world.ts";

export async function drive({ anyone }: World): Promise<void> {
  expect(await got(anyone.GET("/openapi.json"))).toMatchObject({ info: { title: "Gridless" } });
  // @ts-expect-error the path has a file
  await anyone.GET("/docs/{file}", {}).catch(() => undefined);
}
