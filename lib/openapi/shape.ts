/* The parts of an OpenAPI 3.1 document, as far as this one has them. */
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
  /** Of a list: the key is repeated. */
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

/** Names of security schemes with the scopes they need; all of one object together. */
export type Security = Partial<Record<"bearer" | "oauth2" | "session", string[]>>;

export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Security[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, Response | Ref>;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  /** Of a path nothing but its methods: `unknownRoute` reads them from here. */
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<keyof Security, object>;
  };
}
