/* Answers a request of DynamoDB's protocol (AWS JSON 1.0) from the engine. The request may come over HTTP or from a test. */
import { StoreError } from "../errors.ts";
import type { Engine } from "../open-engine.ts";

interface JsonRequest {
  /** The header x-amz-target: DynamoDB_20120810.GetItem. */
  target: string;
  body: string;
  signal?: AbortSignal | undefined;
}

export interface JsonAnswer {
  status: number;
  body: string;
}

export async function answerJson(
  engine: Pick<Engine, "execute">,
  { target, body, signal }: JsonRequest,
): Promise<JsonAnswer> {
  const operation = target.slice(target.indexOf(".") + 1);
  try {
    const output = await engine.execute(operation, readInput(body), { signal });
    return { status: 200, body: JSON.stringify(output, jsonOf) };
  } catch (error) {
    if (error instanceof TypeError) return refusalOf(wrongForm("The request has a member of a wrong type"));
    if (error instanceof StoreError) return refusalOf(error);
    throw error;
  }
}

function readInput(body: string): object {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    throw wrongForm("The request is not JSON");
  }
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  throw wrongForm("The request is not a JSON object");
}

/** The answer that says what was refused, and why. */
export function refusalOf({ name, message, $fault, ...details }: StoreError): JsonAnswer {
  const type = `${namespaceOf(name)}#${name}`;
  return {
    status: $fault === "client" ? 400 : 500,
    body: JSON.stringify({ __type: type, message, ...details }, jsonOf),
  };
}

const wrongForm = (message: string) => new StoreError("SerializationException", message);

/** The refusals that all services of AWS have in common. */
const ofAllServices = [
  ...["UnknownOperationException", "SerializationException", "RequestEntityTooLargeException"],
  ...["MissingAuthenticationTokenException", "IncompleteSignatureException", "InvalidSignatureException"],
  ...["UnrecognizedClientException", "AccessDeniedException"],
];

function namespaceOf(name: string): string {
  if (name === "ValidationException") return "com.amazon.coral.validate";
  return ofAllServices.includes(name) ? "com.amazon.coral.service" : "com.amazonaws.dynamodb.v20120810";
}

/** Binaries in base64, dates in seconds. */
function jsonOf(this: { [name: string]: unknown }, name: string, value: unknown): unknown {
  const raw = this[name];
  if (raw instanceof Uint8Array) return Buffer.from(raw).toString("base64");
  return raw instanceof Date ? raw.getTime() / 1000 : value;
}
