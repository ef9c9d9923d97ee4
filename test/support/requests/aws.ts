/*
 * What the AWS CLI does for the examples of docs/operations/look-inside.md, by the SDK: `dynamodb get-item` and `dynamodb query` with JSON as
 * output. The endpoint, region and key are those of the environment.
 */
import { parseArgs } from "node:util";
import { DynamoDB } from "@aws-sdk/client-dynamodb";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: "string" },
    "table-name": { type: "string" },
    key: { type: "string" },
    "key-condition-expression": { type: "string" },
    "expression-attribute-values": { type: "string" },
  },
});
const client = new DynamoDB();
const TableName = values["table-name"];
const KeyConditionExpression = values["key-condition-expression"];
const given = (text = "") => JSON.parse(text);
const answer =
  positionals[1] === "get-item"
    ? await client.getItem({ TableName, Key: given(values.key) })
    : await client.query({
        TableName,
        KeyConditionExpression,
        ExpressionAttributeValues: given(values["expression-attribute-values"]),
      });
console.log(JSON.stringify(answer));
