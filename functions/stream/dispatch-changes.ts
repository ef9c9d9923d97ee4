import { dispatcher } from "#lib/events/dispatcher";

export const handler = dispatcher();
