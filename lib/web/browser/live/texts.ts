/* The texts about changes that other people make. */
export const liveTexts = {
  live: "Live",
  liveHint: "Changes of others are shown as they happen.",
  polling: "Checking",
  pollingHint: "Changes of others are shown within half a minute.",
  offline: "Offline",
  offlineHint: "The server does not answer. Changes are shown when it does.",
  alsoHere: "Also in this view",
  alsoAtRecord: "Also at this record",
  somePerson: "Another person",
} as const;
