import { expect, test } from "vitest";
import { takePreviewTurn } from "#lib/data/csv/preview-turns";

test("of 100 previews at once two run at a time, 22 are answered and the rest is a 429; then there are turns again", async () => {
  let [running, most] = [0, 0];
  const preview = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return "shown";
  };
  for (let round = 0; round < 2; round++) {
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => takePreviewTurn(preview)));
    const refused = ends.filter((end) => end.status === "rejected");
    expect(ends.length - refused.length).toBe(22);
    expect(refused.every(({ reason }) => reason.status === 429)).toBe(true);
    expect(most).toBe(2);
  }
});

test("a preview that fails gives its turn to the next one", async () => {
  const fails = () => takePreviewTurn(() => Promise.reject(new Error("a bad file")));
  const ends = await Promise.allSettled([fails(), fails(), fails(), takePreviewTurn(async () => "shown")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
  expect(await takePreviewTurn(async () => "shown")).toBe("shown");
});
