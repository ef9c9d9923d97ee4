/* A request of DynamoDB's protocol (AWS JSON 1.0), answered by the engine: for whatever brings one, HTTP or a test. */
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
  let input: object;
  try {
    input = JSON.parse(body);
  } catch {
    return wrongForm("The request is not JSON");
  }
  try {
    const output = await engine.execute(operation, input, { signal });
    return { status: 200, body: JSON.stringify(output, jsonOf) };
  } catch (error) {
    if (error instanceof TypeError) return wrongForm("The request has a member of a wrong type");
    const { name, message, $fault, ...details } = error as Error & { $fault?: string };
    if (!$fault) throw error;
    return refusal($fault === "client" ? 400 : 500, `${namespaceOf(name)}#${name}`, message, details);
  }
}

function refusal(status: number, type: string, message: string, details: object = {}): JsonAnswer {
  return { status, body: JSON.stringify({ __type: type, message, ...details }, jsonOf) };
}

const wrongForm = (message: string): JsonAnswer =>
  refusal(400, "com.amazon.coral.service#SerializationException", message);

const namespaceOf = (name: string): string =>
  name === "ValidationException"
    ? "com.amazon.coral.validate"
    : name === "UnknownOperationException" || name === "SerializationException"
      ? "com.amazon.coral.service"
      : "com.amazonaws.dynamodb.v20120810";

/** Binaries in base64, dates in seconds. */
function jsonOf(this: { [name: string]: unknown }, name: string, value: unknown): unknown {
  const raw = this[name];
  if (raw instanceof Uint8Array) return Buffer.from(raw).toString("base64");
  return raw instanceof Date ? raw.getTime() / 1000 : value;
}
