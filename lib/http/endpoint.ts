/*
 * Which maker an endpoint takes: it depends on who may call.
 *
 *   maker                  who may call                                     the handler gets
 *   endpoint               a token with `scope`, whose user has a role in   principal, caller, standing; space, base, table;
 *                          the space, base or table that the path names     prefetched, loaded
 *   indirectEndpoint       the same; the query string, or an id in the      the same, with either base or table
 *                          path, leads to the base or table
 *   deletedPlaceEndpoint   the same; the base or table may be deleted       the same, without a place
 *   anyTokenEndpoint       any token; with `orSession` a session too        principal, caller, session
 *   sessionEndpoint        a person who is signed in, no token              session, caller, prefetched
 *   publicEndpoint         everyone; `optionalSession` knows who is         session
 *                          signed in
 *   shareEndpoint          everyone who has the address of a share          share, enter, session
 *
 * Each maker stands in its own file, with its options in the order in which they run. The answers are in definition.ts.
 */
export { created, done, file, ok, okOrFile, okOrJob, page, redirect, redirectUpload } from "./definition.ts";
export { publicEndpoint } from "./kinds/public-endpoint.ts";
export { sessionEndpoint } from "./kinds/session-endpoint.ts";
export { shareEndpoint } from "./kinds/share-endpoint.ts";
export {
  anyTokenEndpoint,
  deletedPlaceEndpoint,
  endpoint,
  indirectEndpoint,
} from "./kinds/token-endpoint.ts";
export type { Endpoint } from "./make-endpoint.ts";
