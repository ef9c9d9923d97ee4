/* Calls of handlers in this process, as a Lambda gets them. */
import type { Context } from "aws-lambda";
import type { Endpoint } from "#lib/http/endpoint";
import { eventOf } from "#lib/local/gateway/event";
import type { DevJson } from "#lib/local/process/dev-json";

export interface Asked {
  endpoint: Endpoint;
  params: Record<string, string>;
  query?: string;
  body?: object;
}

/** Gives the answer, and throws unless it is a success. */
export async function ask<Answer>(
  { token }: DevJson,
  { endpoint, params, query = "", body }: Asked,
): Promise<Answer> {
  const { method, path, response } = endpoint.definition;
  const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "") + query;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const route = { routeKey: `${method} ${path}`, pathParameters: params };
  const sent = Buffer.from(body ? JSON.stringify(body) : "");
  const answer = await endpoint(eventOf({ method, url, headers, body: sent }, route), {} as Context);
  if (answer.statusCode !== response.status) throw new Error(`refused: ${answer.body}`);
  return JSON.parse(answer.body ?? "{}") as Answer;
}
