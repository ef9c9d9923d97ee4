import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as orderBase } from "#functions/base/order-base";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

async function aSpace() {
  const as = await someone();
  const { spaceId, baseId } = await aBase(as);
  const ids: string[] = [baseId];
  for (const name of ["B", "C", "D"])
    ids.push((await call(createBase, { as, body: { spaceId, name } })).body.id);
  const order = (id: string, anchorId: string, position: string) =>
    call(orderBase, { as, params: { baseId: id }, body: { anchorId, position } });
  const listed = async () => {
    const { body } = await call(listSpaceBases, { as, params: { spaceId } });
    return body.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  return { as, spaceId, ids: ids as [string, string, string, string], order, listed };
}

test("200: a base before or after another; new bases come last", async () => {
  const { as, spaceId, ids, order, listed } = await aSpace();
  const [a, b, c, d] = ids;
  const { status, body } = await order(d, a, "before");
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect(await listed()).toEqual([3, 0, 1, 2]);
  await order(d, b, "after");
  expect(await listed()).toEqual([0, 1, 3, 2]);
  // many times into the same gap
  for (let i = 0; i < 30; i++) await order(i % 2 ? c : d, b, "after");
  expect(await listed()).toEqual([0, 1, 2, 3]);
  await call(updateBase, { as, params: { baseId: c }, body: { name: "New" } });
  expect(await listed()).toEqual([0, 1, 2, 3]);
  ids.push((await call(createBase, { as, body: { spaceId } })).body.id);
  expect(await listed()).toEqual([0, 1, 2, 3, 4]);
  expect((await call(getBase, { as, params: { baseId: c } })).body).not.toHaveProperty("order");
});

test("404: an anchor of another space, or the base itself", async () => {
  const { ids, order } = await aSpace();
  const other = await aSpace();
  const wrong = { status: 404, paths: ["anchorId"] };
  expect(refusal(await order(ids[0], other.ids[0], "before"))).toEqual(wrong);
  expect(refusal(await order(ids[0], ids[0], "before"))).toEqual(wrong);
});
