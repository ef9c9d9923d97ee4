/*
 * npm run admin: what an operator does beside the service, in a deployed stack or on this machine. What the words do is in bin/admin.
 */
import { runCommand } from "#lib/local/process/command";
import { explainError } from "./admin/explain-error.ts";
import { options, type Word } from "./admin/word.ts";
import { withoutWord, words } from "./admin/words.ts";

const known: Readonly<Record<string, Word>> = words;

const command = {
  run: "npm run admin",
  does: "Makes an administrator and prints an access token. Called again for the same address, it makes one more token. Without --stack and --store it works in the data folder of this machine, whose server must have been stopped.",
  words: {
    shown: `[${Object.keys(known).join(" | ")}]`,
    does: "Words:",
    most: 1,
    known,
    without: withoutWord,
  },
  options,
  environment: {
    AWS_REGION: "the stack's region, where --region is not given",
    "AWS_PROFILE, AWS_…":
      "credentials that may read and write the table and, with --stack, call cloudformation:DescribeStacks, as the AWS SDK reads them",
    GRIDLESS_DATA: "on this machine: the data folder (default .gridless)",
    GRIDLESS_ORIGIN:
      "on this machine: the address of the service, for the link (default: where it listened last)",
  },
  examples: [
    "npm run admin -- --stack gridless-main --name Ada --email ada@example.org",
    "npm run admin -- --name Ada --email ada@example.org",
    "npm run admin -- check --stack gridless-main --table tblAbc123",
    'npm run admin -- writes --stack gridless-main --stop "we look into a bill that is too high"',
    "npm run admin -- restore --stack gridless-main --at 2026-11-20T08:00:00Z",
    "npm run admin -- move-space --space spcAbc123 --from .gridless --to ../other/.gridless",
    "npm run admin -- move-space --space spcAbc123 --from .gridless --to-stack gridless-main --to-region eu-central-1",
  ],
} as const;

await runCommand(command, async ({ words: [name], options: given }) => {
  const { run } = name === undefined ? withoutWord : (known[name] ?? withoutWord);
  await run(given).catch(explainError);
});
