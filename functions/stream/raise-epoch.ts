import { noteGivenUp } from "#lib/data/changes/epoch";
import { scheduled } from "#lib/events/scheduled";
import { countMessages } from "#lib/events/sqs";

export const handler = scheduled(
  { summary: "Reset who follows changes after a place in the stream was given up", everyMinutes: 1 },
  async () => {
    const queue = process.env["GRIDLESS_STREAM_DEAD_LETTERS"];
    // one machine gives no place up
    if (queue) await noteGivenUp(await countMessages(queue));
  },
);
