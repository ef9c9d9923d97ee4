/* Comments with an image, written, changed and deleted with accidents at any request to the store: a file knows how many name it. */
import { expect, test } from "vitest";
import type { CommentItem } from "#lib/data/comments/comments";
import type { FileItem } from "#lib/data/records/attachments";
import { aThread, saying } from "#test/functions/comment/support";
import { settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { aFile } from "#test/support/makers/files";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "./support.ts";

/** A comment that has an image gets another, which a second comment names too. */
async function aScene() {
  await useOwnStore();
  const thread = await aThread();
  const [one, other] = [await aFile(thread.owner), await aFile(thread.owner)];
  const img = (...files: (typeof one)[]) => files.map(({ file }) => ({ type: "img", path: file.path }));
  const { body } = await thread.send({ content: img(one) });
  const { body: second } = await thread.send({ content: img(other) });
  return {
    create: () => thread.send({ content: img(one, other) }),
    edit: () => thread.edit(body.id, img(other)),
    delete: () => thread.remove(second.id),
    "delete after others": async () => {
      await thread.edit(body.id, saying("none"));
      return thread.remove(second.id);
    },
  };
}

/** Each file counts the comments that have it, is in the table's list, and has its day if there are none. */
async function expectTrue(n: number): Promise<void> {
  const items = await itemsWith("");
  const every = (entity: string) => items.filter((item) => item.entity === entity);
  const comments = every("comment") as CommentItem[];
  const files = every("attachment") as FileItem[];
  expect(files).toHaveLength(2);
  for (const { token, uses, expiresAt } of files) {
    const naming = comments.filter((comment) => comment.files?.some((file) => file.token === token)).length;
    const isListed = every("fileUse").some(({ sk }) => sk === token);
    expect({ n, counts: uses.map((use) => use.comments), isListed, waits: expiresAt !== undefined }).toEqual(
      naming > 0
        ? { n, counts: [naming], isListed: true, waits: false }
        : { n, counts: [], isListed: false, waits: true },
    );
  }
}

const calls = ["create", "edit", "delete", "delete after others"] as const;
test.each(calls.flatMap((name) => accidents.map((accident) => [name, accident] as const)))(
  "%s, %s",
  async (name, accident) => {
    const sample = aSample(3);
    let requests = 0;
    for (let n = sample.first, isMet = true; isMet; n += sample.every) {
      const scene = await aScene();
      const { calls } = await process(
        (_, index) => (index === n ? accident : undefined),
        () => scene[name](),
      );
      isMet = calls.length > n;
      requests = calls.length;
      await settleAll();
      await expectTrue(n);
    }
    expect(requests).toBeGreaterThan(3);
    console.log(`${name}, ${accident}: ${told(sample, requests)}`);
  },
);
