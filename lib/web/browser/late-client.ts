/* The parts of the client that are loaded when the first rows are there: following a base, and uploads. */
export { uploadFile } from "#lib/client/upload";
export { watchBase } from "#lib/client/watch/watch";
