/*
 * The address of the service as people and programs outside know it: in mails, and as the issuer of tokens. A setting
 * (GRIDLESS_ORIGIN, from the stack or npm start), and never what a request says: who asks for a link to be mailed must not
 * choose where it leads.
 */
export const publicOrigin = (): string => process.env["GRIDLESS_ORIGIN"] ?? "http://localhost";
