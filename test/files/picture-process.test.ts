/* The process that reads pictures, with real files: every format that is read, and everything that must not be. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scalePicture } from "#lib/files/picture-process";
import { aBomb, aPicture, lookAt, scriptedSvg, top } from "#test/support/makers/pictures";
import { everyOf, isWhole } from "#test/support/run/sample";

const sizesOf = async (bytes: Uint8Array) =>
  Object.fromEntries((await scalePicture(bytes)).map(([name, made]) => [name, lookAt(made).size]));

/** Compression changes colours a little, and CMYK knows fewer of them. */
const near = (colour: readonly number[], other: readonly number[], by = 60) =>
  colour.every((value, i) => Math.abs(value - (other[i] ?? -1000)) <= by);

describe("pictures", () => {
  const formats = [
    ["PNG", { format: ".png" }],
    ["interlaced PNG", { format: ".png[interlace]" }],
    ["JPEG", { format: ".jpg" }],
    ["progressive JPEG", { format: ".jpg[interlace]" }],
    ["WebP", { format: ".webp" }],
    ["GIF", { format: ".gif" }],
    ["animated GIF, by its first picture", { format: ".gif", frames: 3 }],
    ["PNG of 16 bits a channel", { format: ".png", colours: "rgb16" }],
    ["JPEG in CMYK", { format: ".jpg", colours: "cmyk" }],
  ] as const;
  test.each(everyOf([...formats], isWhole ? 1 : 3, 0))("%s", async (_, input) => {
    const made = await scalePicture(aPicture(input));
    const seen = made.map(([name, bytes]) => [name, lookAt(bytes)] as const);
    expect(seen.map(([name, { format, size }]) => [name, format, size])).toEqual([
      ["lg", "webp", "700x525"],
      ["sm", "webp", "75x56"],
    ]);
    for (const [, { topLeft }] of seen) expect(near(topLeft, top), `${topLeft}`).toBe(true);
  });

  test("are upright, and without the metadata of the camera", async () => {
    const turned = aPicture({ format: ".jpg", orientation: 6 });
    expect(lookAt(turned).hasMetadata).toBe(true);
    const [lg] = await scalePicture(turned);
    const { size, hasMetadata, topLeft, topRight } = lookAt(lg?.[1] ?? turned);
    expect({ size, hasMetadata }).toEqual({ size: "394x525", hasMetadata: false });
    // turned to the right, what was above is at the right
    expect([near(topLeft, top), near(topRight, top)]).toEqual([false, true]);
  });

  test("are not enlarged", async () => {
    const ofHeight = (height: number) => sizesOf(aPicture({ width: 100, height }));
    expect(await ofHeight(526)).toEqual({ lg: "100x525", sm: "11x56" });
    expect(await ofHeight(525)).toEqual({ sm: "11x56" });
    expect(await ofHeight(57)).toEqual({ sm: "98x56" });
    expect(await ofHeight(56)).toEqual({});
    // its height once it is upright
    expect(await sizesOf(aPicture({ width: 100, height: 50, format: ".jpg", orientation: 6 }))).toEqual({
      sm: "28x56",
    });
  });

  test("of any shape", async () => {
    expect(await sizesOf(aPicture({ width: 2, height: 12_000 }))).toEqual({ lg: "1x525", sm: "1x56" });
    // a WebP is at most 16,383 pixels wide
    const { lg } = await sizesOf(aPicture({ width: 30_000, height: 600 }));
    expect(lg).toBe("16383x328");
  });
});

describe("what is no picture, or not one to be read, has no thumbnails, and the next picture has", () => {
  const picture = aPicture();
  const noPictures: [string, Uint8Array][] = [
    ["a bomb of 20,000 × 20,000 pixels", aBomb()],
    ["a PNG that ends after its size", picture.subarray(0, 40)],
    ["an SVG with a script", scriptedSvg],
    ["a text", Buffer.from("Hello")],
    ["no bytes", Buffer.alloc(0)],
    ["a JPEG that ends after its first bytes", aPicture({ format: ".jpg" }).subarray(0, 20)],
    ["a format that browsers do not show", aPicture({ format: ".ppm" })],
  ];
  test.each(everyOf(noPictures, isWhole ? 1 : 3, 0))("%s", async (_, bytes) => {
    expect(await scalePicture(bytes)).toEqual([]);
    expect(Object.keys(await sizesOf(picture))).toEqual(["lg", "sm"]);
  });

  test("a picture that is damaged half-way is neither a crash nor a wait", async () => {
    const damaged = Buffer.from(aPicture({ format: ".jpg" }));
    damaged.fill(0xff, damaged.length / 2);
    await scalePicture(damaged);
    await scalePicture(picture.subarray(0, picture.length / 2));
    expect(Object.keys(await sizesOf(picture))).toEqual(["lg", "sm"]);
  });

  test("a file that is not there", async () => {
    expect(await scalePicture("/nowhere/at-all")).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("the process", () => {
  test("runs without our environment, which has credentials", async () => {
    await sizesOf(aPicture());
    const [pid] = children();
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toMatch(/AWS_|GRIDLESS_/);
  });

  test("is started again after it was killed at work; that picture can be tried again", async () => {
    const large = aPicture({ width: 6000, height: 6000, format: ".png[interlace,compression=1]" });
    const scaling = scalePicture(large);
    const tried = expect(scaling).rejects.toThrow("the process that reads pictures ended: SIGKILL");
    await expect.poll(() => children().length).toBe(1);
    for (const pid of children()) process.kill(pid, "SIGKILL");
    await tried;
    expect(await sizesOf(large)).toEqual({ lg: "525x525", sm: "56x56" });
  });

  test("reads no other picture after one that filled its memory", async () => {
    await sizesOf(aPicture());
    const [first] = children();
    await sizesOf(aPicture({ width: 6500, height: 6500, format: ".png[interlace]", colours: "rgb16" }));
    await sizesOf(aPicture());
    expect(children()).not.toContain(first);
  });

  test("ends when there are no more pictures", async () => {
    await sizesOf(aPicture());
    expect(children()).toHaveLength(1);
    await expect.poll(children).toEqual([]);
  });
});

/** The processes of this kind that this one has started. */
function children(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const parent = /^\d+ \(.*\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1];
      const isOurs = Number(parent) === process.pid;
      return isOurs && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("picture-program")
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });
}
