import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { somePeople } from "./people.ts";

const { links, idOf } = await somePeople();

test("400: a visible field that is no link field", async () => {
  const answer = await links({ fieldId: idOf("Name"), type: "candidate", search: "a", take: "5", skip: "0" });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["fieldId"] });
  expect(answer.body.message).toContain("must be a link field");
  expect(refusal(await links())).toEqual({ status: 400, paths: ["fieldId"] });
  expect(refusal(await links({ fieldId: idOf("Name"), type: "all" }))).toEqual({
    status: 400,
    paths: ["type"],
  });
});

test("403: a hidden field and an unknown one alike", async () => {
  const none = "fld4mSa1Cw6nZ8tQ0Yh";
  const [hidden, unknown] = [await links({ fieldId: idOf("Age") }), await links({ fieldId: none })];
  expect(hidden.status).toBe(403);
  expect(JSON.stringify(hidden.body).replaceAll(idOf("Age"), none)).toBe(JSON.stringify(unknown.body));
});
