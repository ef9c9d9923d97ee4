/*
 * What the conformance suite asks of a server that has everything, and ours does not have, with the reason. The suite fails if one of
 * these passes, and if another check fails.
 */

const eras = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof eras)[number];

interface Absence {
  reason: string;
  /** In both eras if left out. */
  era?: Era;
  /** Names of scenarios, or `scenario:check` for one check of several. */
  scenarios: readonly string[];
}

const absences: readonly Absence[] = [
  {
    reason: "prompts are not declared: a page of the guide as a resource says more",
    scenarios: [
      ...["prompts-list", "prompts-get-simple", "prompts-get-with-args"],
      ...["prompts-get-embedded-resource", "prompts-get-with-image"],
    ],
  },
  {
    reason: "of the five lists that may be kept, the one of prompts is not declared",
    era: "2026-07-28",
    scenarios: ["caching:sep-2549-prompts-list-caching-hints"],
  },
  {
    reason: "completion is not declared: an error names the nearest name",
    scenarios: ["completion-complete"],
  },
  {
    reason: "tools answer JSON as text: files are named by their address",
    scenarios: [
      ...["tools-call-image", "tools-call-audio", "tools-call-embedded-resource", "tools-call-mixed-content"],
      "resources-read-binary",
    ],
  },
  {
    reason: "one message, one answer: nothing is sent before a tool has ended",
    scenarios: ["tools-call-with-progress"],
  },
  {
    reason: "no logging is declared, and no stream could carry it",
    era: "2025-11-25",
    scenarios: ["logging-set-level", "tools-call-with-logging"],
  },
  {
    reason:
      "the server never asks its client: every tool gets all by its arguments, and a write can be undone",
    era: "2025-11-25",
    scenarios: [
      ...["tools-call-sampling", "tools-call-elicitation"],
      ...["elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
    ],
  },
  {
    reason: "the server never asks its client (results that need input)",
    era: "2026-07-28",
    scenarios: [
      ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state"],
      ...["multiple-input-requests", "multi-round", "non-tool-request", "result-type", "tampered-state"],
      ...["capability-check", "missing-input-response", "ignore-extra-params"],
    ].map((name) => `input-required-result-${name}`),
  },
  {
    reason: "there are no sessions, and no streams in one",
    era: "2025-11-25",
    scenarios: ["server-sse-multiple-streams"],
  },
  {
    reason: "subscriptions are not declared: list_changes with a cursor says what changed",
    era: "2025-11-25",
    scenarios: ["resources-subscribe", "resources-unsubscribe"],
  },
  {
    reason:
      "the suite needs tools of its own that ask the client, log or stream, to see that servers may not",
    era: "2026-07-28",
    scenarios: [
      ...["rejects-undeclared-capability", "no-log-without-loglevel"].map((name) => `server-${name}`),
      ...["missing-capability-http-400", "http-server-no-independent-requests-on-stream"],
    ].map((check) => `server-stateless:sep-2575-${check}`),
  },
  {
    reason: "pending in the suite: it needs a tool of its own with its own schema",
    scenarios: ["json-schema-2020-12"],
  },
  {
    reason:
      "pending in the suite: no argument is repeated as a header, because nothing between client and server needs it",
    era: "2026-07-28",
    scenarios: ["http-custom-header-server-validation"],
  },
  {
    reason:
      "tasks, an extension, are not declared: no tool but import_csv works longer than an answer, and that one has a job",
    era: "2026-07-28",
    scenarios: [
      ...["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input"],
      ...["request-headers", "dispatch-and-envelope", "required-task-error", "mrtr-composition"],
    ].map((name) => `tasks-${name}`),
  },
];

/** The file of them that the suite takes, in YAML. */
export const absencesFile = (of: Era): string =>
  [
    "server:",
    ...absences.flatMap(({ reason, era = of, scenarios }) =>
      era === of ? scenarios.map((name) => `  - ${name} # ${reason}`) : [],
    ),
    "",
  ].join("\n");

export const conformanceEras: readonly Era[] = eras;

/** Whose id the suite gets, where it plays the application of an authorization server. */
export type ApplicationKind =
  | "one that registered itself"
  | "one that a document describes"
  | "one of a person"
  | "one of a person, with a secret";

/** Scenarios of authorization servers that fail, and why. */
const authorizationAbsences: readonly { reason: string; kind: ApplicationKind; scenarios: string[] }[] = [
  {
    reason:
      "the suite sends no secret to a server that names `none` among its methods, and one that has a secret must send it",
    kind: "one of a person, with a secret",
    scenarios: ["authorization-code-grant"],
  },
];

/** The scenarios that must fail with such an application, in the order of the suite. */
export const absencesOfAuthorization = (of: ApplicationKind): string[] =>
  authorizationAbsences.flatMap(({ kind, scenarios }) => (kind === of ? scenarios : []));
