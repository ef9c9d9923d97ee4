/* Whether changes of others are shown as they happen. */
import { appTexts } from "../texts.ts";
import type { TableFeed } from "./feed.ts";

const signs = {
  live: [appTexts.live, appTexts.liveHint],
  polling: [appTexts.polling, appTexts.pollingHint],
  offline: [appTexts.offline, appTexts.offlineHint],
  ended: [appTexts.offline, appTexts.offlineHint],
  connecting: ["", ""],
} as const;

export function LiveSign({ feed }: { feed: TableFeed }) {
  const state = feed.state.value;
  const [text, hint] = signs[state];
  return (
    <p class={`sign ${state}`} role="status" title={hint}>
      {text}
    </p>
  );
}
