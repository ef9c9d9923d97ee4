import { scheduled } from "#lib/events/scheduled";
import { raiseFormat } from "#lib/store/format/raise-format";
import { settleLeft } from "#lib/store/settle-commit";

export const handler = scheduled(
  { summary: "Apply or undo abandoned staged commits; note the format of the store", everyMinutes: 5 },
  async (now) => {
    // commits of a newer version are not for this one
    await raiseFormat();
    await settleLeft(now);
  },
);
