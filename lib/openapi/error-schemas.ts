/* The shapes of errors: the common one, that of the OAuth protocol, and that of JSON-RPC. */
import { statusOf } from "#lib/schemas/basics/error";
import type { Schema } from "./shape.ts";

export const ErrorSchema: Schema = {
  type: "object",
  description: "The body of every error.",
  properties: {
    message: { type: "string", description: "For people to read." },
    status: { type: "integer", description: "The HTTP status." },
    code: { type: "string", enum: Object.keys(statusOf), description: "For programs to read." },
    data: {
      type: "object",
      description: "Details of the error.",
      properties: {
        issues: {
          type: "array",
          description: "All errors in the request, not only the first.",
          items: {
            type: "object",
            properties: {
              path: {
                type: "string",
                description: "The path, written as in JavaScript. Empty: the whole body.",
                examples: ["fields[2].options.choices[0].name"],
              },
              message: { type: "string", description: "What is wrong there." },
            },
            required: ["path", "message"],
          },
        },
        total: {
          type: "integer",
          description: "The number of issues. If there are very many, `issues` lists only the first.",
        },
        matched: {
          type: "integer",
          description: "With `too_many_matched`: how many records the filter finds.",
        },
        max: { type: "integer", description: "With `too_many_matched`: `expect.max` of the request." },
        movedTo: {
          type: "string",
          description: "With `moved`: the address of the server on which the space is now.",
        },
        requestId: { type: "string", description: "Identifies the call in the log." },
      },
    },
  },
  required: ["message", "status", "code"],
};

export const ProtocolErrorSchema: Schema = {
  type: "object",
  description: "An error of the OAuth protocol (RFC 6749, 5.2).",
  properties: {
    error: { type: "string", description: "For programs to read.", examples: ["invalid_grant"] },
    error_description: { type: "string", description: "For people to read." },
  },
  required: ["error"],
};

export const RpcErrorSchema: Schema = {
  type: "object",
  description: "An error as a message of JSON-RPC 2.0.",
  properties: {
    jsonrpc: { type: "string", const: "2.0", description: "Always 2.0." },
    id: {
      anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }],
      description: "That of the request; null if it was not read.",
    },
    error: {
      type: "object",
      description: "What is wrong.",
      properties: {
        code: { type: "integer", description: "For programs to read.", examples: [-32602] },
        message: { type: "string", description: "For people to read." },
        data: { type: "object", description: "Details: the code and the issues that other calls answer." },
      },
      required: ["code", "message"],
    },
  },
  required: ["jsonrpc", "id", "error"],
};
