/* Checks the members of a set: there is at least one, and none is repeated. */
import { invalidParameter, ValidationError } from "../errors.ts";
import { memberText } from "./compare.ts";
import { type Scalar, type SetType, ValueSet } from "./value.ts";

const emptySet = {
  SS: "An string set  may not be empty",
  NS: "An number set  may not be empty",
  BS: "Binary sets should not be empty",
} as const;

export function makeSet(type: SetType, members: Scalar[]): ValueSet {
  if (members.length === 0) throw invalidParameter(emptySet[type]);
  const texts = members.map(memberText);
  if (new Set(texts).size < texts.length) throw duplicates(type, members);
  return new ValueSet(type, members);
}

function duplicates(type: SetType, members: Scalar[]): ValidationError {
  if (type === "NS") return new ValidationError("Input collection contains duplicates");
  const shown = members
    .map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString("base64") : each))
    .join(", ");
  return invalidParameter(
    type === "SS"
      ? `Input collection [${shown}] contains duplicates.`
      : `Input collection [${shown}]of type BS contains duplicates.`,
  );
}
