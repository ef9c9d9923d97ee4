import { expect, onTestFinished, test } from "vitest";
import { findInApp, readAppFrom } from "#lib/web/app-files";
import { readAppOfTests } from "#test/support/run/document";

const app = (name: string) =>
  JSON.stringify({
    ...{ page: `page of ${name}`, tablePage: `table of ${name}` },
    files: { [name]: { type: "text/javascript", body: btoa(name), br: "", gzip: "" } },
  });

test("a page asks whether there is another app; a file that it names does not", async () => {
  onTestFinished(() => readAppFrom(readAppOfTests));
  let asked = 0;
  let now = "one-A.js";
  readAppFrom(async () => {
    asked++;
    return app(now);
  });
  const bodyOf = async (below: string) => String((await findInApp(below))?.body);
  expect(await bodyOf("")).toBe("page of one-A.js");
  expect(await bodyOf("assets/one-A.js")).toBe("one-A.js");
  expect(await bodyOf("assets/one-A.js")).toBe("one-A.js");
  expect(asked).toBe(1);

  now = "two-B.js";
  expect(await bodyOf("bse4mSa1Cw6nZ8tQ0Yh/tbl4mSa1Cw6nZ8tQ0Yh")).toBe("table of two-B.js");
  expect(await bodyOf("assets/two-B.js")).toBe("two-B.js");
  expect(asked).toBe(2);
  expect(await findInApp("assets/one-A.js")).toBeUndefined();
});
