/* Following the store that this test file works on, as npm start does. */
import type { RemoteEnvironment } from "#lib/local/store/environment";
import { feedFollower } from "#lib/local/store/follow-feed";
import { streamFollower } from "#lib/local/store/follow-stream";
import type { Follow } from "#lib/local/store/local-store";
import { testEngine } from "./engine.ts";

export function followStore(): Follow {
  const engine = testEngine();
  return engine ? feedFollower(engine) : streamFollower(process.env as RemoteEnvironment);
}
