/* The parts of the client that are loaded when the first rows are there: following a base. */
export { watchBase } from "#lib/client/watch/watch";
