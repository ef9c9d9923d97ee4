/* The words of npm run admin: what each does, and which options belong to it. */
import { check } from "./check-indexes.ts";
import { endSecondFactorOf } from "./end-second-factor.ts";
import { inStore, placeOptions, useRegion, useStore } from "./in-store.ts";
import { makeAdministrator, readNewcomer } from "./make-administrator.ts";
import { resetAndSay } from "./reset-followers.ts";
import { word } from "./word.ts";
import { readSwitchWanted, switchWrites, switchWritesHere } from "./writes.ts";

export const withoutWord = word({
  does: "makes an administrator and prints an access token",
  needs: ["name", "email"],
  takes: ["days", ...placeOptions],
  async run(given) {
    const newcomer = readNewcomer(given);
    await inStore(given, (apiUrl) => makeAdministrator(newcomer, apiUrl));
  },
});

export const words = {
  check: word({
    does: "compares the indexes of --table with its records; ends those that are wrong, so that they are made anew, and removes what processes that died have left in them",
    needs: ["table"],
    takes: placeOptions,
    run: (given) => inStore(given, () => check(given.table)),
  }),
  restore: word({
    does: "makes a new table of the store of --stack as it was at --at, sets what AWS does not restore, and says how the stack takes it up; called again it goes on",
    needs: ["stack", "at"],
    takes: ["region", "target"],
    async run(given) {
      useRegion(given.region);
      const { restoreStore } = await import("./restore/restore.ts");
      await restoreStore(given);
    },
  }),
  "reset-followers": word({
    does: "for a store that was restored: all who follow changes read everything again, because the store no longer knows what they have seen",
    needs: [],
    takes: placeOptions,
    run: (given) => inStore(given, resetAndSay),
  }),
  "end-second-factor": word({
    does: "for a person who lost the phone and the recovery codes: the account of --email signs in with its password alone",
    needs: ["email"],
    takes: placeOptions,
    run: (given) => inStore(given, () => endSecondFactorOf(given.email)),
  }),
  writes: word({
    does: "shows whether calls that write are refused; --stop refuses them, --resume lets them go on; on this machine also while its server runs",
    needs: [],
    takes: ["stop", "resume", "show", ...placeOptions],
    async run(given) {
      const wanted = readSwitchWanted(given);
      await ((await useStore(given)) ? switchWrites(wanted) : switchWritesHere(wanted));
    },
  }),
  "move-space": word({
    does: "moves --space from one server or stack to another, while people work in it; it goes on after it was stopped",
    needs: ["space"],
    takes: [
      ...(["from", "from-stack", "from-region", "from-profile"] as const),
      ...(["to", "to-stack", "to-region", "to-profile"] as const),
      ...(["cancel", "remove", "early"] as const),
    ],
    async run(given) {
      const { runMove } = await import("./move-space/command.ts");
      await runMove(given);
    },
  }),
};
