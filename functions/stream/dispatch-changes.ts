import { appendChanges } from "#lib/data/changes/append-changes";
import { loggedEntities } from "#lib/data/changes/logged-changes";
import { dispatcher } from "#lib/events/dispatcher";

export const handler = dispatcher({ entities: loggedEntities, append: appendChanges });
