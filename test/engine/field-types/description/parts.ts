/* Nothing is left out of the samples without saying where it is tested. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { fileOf, type Samples } from "../samples/index.ts";
import { parts, writtenParts } from "../samples/shared/samples.ts";

export function describeParts(type: string, samples: Samples): void {
  const { computedBy, elsewhere = {} } = samples;
  const needed = parts.filter((part) => !computedBy || !writtenParts.includes(part));

  test("each part has samples, or a test elsewhere", () => {
    const missing = needed.filter((part) => samples[part] === undefined && elsewhere[part] === undefined);
    const file = `test/engine/field-types/samples/${fileOf(type)}.ts`;
    expect(missing, `${file} lacks these members: samples/shared/samples.ts says what they are`).toEqual([]);
    const odd = parts.filter((part) => samples[part] !== undefined && !needed.includes(part));
    expect(odd, `${file}: computed cells are not written, so these members are never used`).toEqual([]);
    const twice = parts.filter((part) => samples[part] !== undefined && elsewhere[part] !== undefined);
    expect(twice, `${file} has these members, so they are not elsewhere`).toEqual([]);
  });

  test.each(Object.entries(elsewhere))("%s are tested in %s, which names the type", (_, file) => {
    const whole = path.join(projectFolder, file);
    expect(existsSync(whole), `${file} is there`).toBe(true);
    expect(readFileSync(whole, "utf8").toLowerCase()).toContain(type.toLowerCase());
  });
}
