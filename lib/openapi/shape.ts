/* The types of an OpenAPI 3.1 document, as far as they are used here. */
import type * as z from "zod";

export type Schema = z.core.JSONSchema.BaseSchema;

export interface Ref {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  /** For lists: the key is repeated. */
  style?: "form";
  explode?: true;
}

interface Example {
  summary: string;
  value: unknown;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Response {
  description: string;
  headers?: Record<string, Ref | Header>;
  content?: Record<string, MediaType>;
}

export interface Header {
  description: string;
  schema: Schema;
}

/** Security scheme → needed scopes. All schemes of one object are needed together. */
export type Security = Partial<Record<"bearer" | "oauth2" | "session", string[]>>;

export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Security[];
  /** Another path that leads to the same. */
  "x-also-at"?: string;
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, Response | Ref>;
  /** What the service calls afterwards: name → address → request. */
  callbacks?: Record<string, Record<string, { post: Operation }>>;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  /** Only methods under each path, because `unknownRoute` reads them from here. */
  paths: Record<string, Record<string, Operation>>;
  /** What receivers of webhooks get, by type of event. */
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<keyof Security, object>;
  };
}
