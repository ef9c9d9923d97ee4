/* The outputs of a deployed stack, and its queues, asked of CloudFormation. */
import { StartError } from "#lib/local/process/start-error";
import { type Access, askAws, elementsIn, findAccess, textIn } from "./ask-aws.ts";

/** The names and values. Throws StartError if there is no such stack, or AWS does not answer. */
export const readStackOutputs = async (stack: string): Promise<ReadonlyMap<string, string>> =>
  (await describeStack(await findAccess(), stack)).outputs;

/** These outputs of a stack. Throws StartError, with `name` for people, if one is absent. */
export const needOutputs = (
  outputs: ReadonlyMap<string, string>,
  name: string,
  wanted: readonly string[],
): string[] =>
  wanted.map((each) => {
    const value = outputs.get(each);
    if (!value) throw new StartError(`${name} has no output ${each}: is it one of Gridless?`);
    return value;
  });

interface Described {
  /** For example UPDATE_COMPLETE, or UPDATE_IN_PROGRESS while it is being deployed. */
  status: string;
  outputs: ReadonlyMap<string, string>;
}

/** Throws StartError if there is no such stack, or AWS does not answer. */
export async function describeStack(access: Access, stack: string): Promise<Described> {
  const text = await ask(access, stack, { Action: "DescribeStacks" });
  const [, all = ""] = text.split("<Outputs>");
  const [outputs = ""] = all.split("</Outputs>");
  return {
    status: textIn(text, "StackStatus") ?? "",
    outputs: new Map(
      outputs
        .split("</member>")
        .map((member) => [textIn(member, "OutputKey") ?? "", textIn(member, "OutputValue") ?? ""]),
    ),
  };
}

/** The addresses of the queues of the consumers of a stack, without those of dead letters. */
export async function findQueues(access: Access, stack: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | undefined;
  do {
    const text = await ask(access, stack, {
      Action: "ListStackResources",
      ...(next && { NextToken: next }),
    });
    for (const member of elementsIn(text, "member"))
      if (
        textIn(member, "ResourceType") === "AWS::SQS::Queue" &&
        !textIn(member, "LogicalResourceId")?.includes("DeadLetters")
      )
        found.push(textIn(member, "PhysicalResourceId") ?? "");
    next = textIn(text, "NextToken");
  } while (next);
  return found;
}

async function ask(access: Access, stack: string, form: Record<string, string>): Promise<string> {
  const { ok, status, text } = await askAws(access, {
    ...{ name: "CloudFormation", service: "cloudformation", variable: "CLOUDFORMATION" },
    form: { ...form, Version: "2010-05-15", StackName: stack },
  });
  if (!ok)
    throw new StartError(
      `CloudFormation in ${access.region} refuses to show the stack ${stack}: ${textIn(text, "Message") ?? status}`,
    );
  return text;
}
