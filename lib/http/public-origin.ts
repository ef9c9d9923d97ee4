/* The public address of the service, under the name that endpoints import. */
export { publicOrigin } from "#lib/schemas/basics/public-origin";
