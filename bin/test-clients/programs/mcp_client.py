"""Drives `POST /mcp` with the official client for Python, in both eras of the protocol."""

import asyncio
import json
import os
import re
import sys
import uuid

import httpx2
from mcp import MCPError
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

address = os.environ["GRIDLESS_URL"] + "/mcp"
base = os.environ["BASE_ID"]
headers = {"authorization": "Bearer " + os.environ["GRIDLESS_TOKEN"]}
with open("mcp-flow.json", encoding="utf-8") as file:
    given = json.load(file)

step = 0


def done(what):
    global step
    step += 1
    print(f"ok {step} {what}")


def fill_in(value, kept):
    """What was kept in place of `$name`, as runFlow of mcp-flow.ts does it."""
    filled = re.sub(r"\$([a-zA-Z]+)", lambda found: kept.get(found[1], found[0]), json.dumps(value))
    return json.loads(filled)


def member_at(value, path):
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


async def run_flow(client, flow, kept, is_error=False):
    for call in flow:
        answer = await client.call_tool(call["tool"], fill_in(call["arguments"], kept))
        assert bool(answer.is_error) == is_error, answer
        shown = json.loads(answer.content[0].text)
        for path, value in call.get("expect", {}).items():
            assert member_at(shown, path) == fill_in(value, kept), (call["tool"], path, shown)
        for name, path in call.get("keep", {}).items():
            kept[name] = member_at(shown, path)
    return kept


async def is_refused(awaitable, text):
    try:
        await awaitable
    except MCPError as error:
        assert text in str(error), error
        return
    raise AssertionError(f"not refused: {text}")


async def drive(mode, version):
    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
            assert client.protocol_version == version, client.protocol_version
            done(f"mcp for Python, {mode}: agrees on {version}")
            tools = (await client.list_tools()).tools
            assert {each.name for each in tools} == {call["tool"] for call in given["flow"]}
            assert all(each.input_schema["properties"] for each in tools), tools
            done(f"mcp for Python, {mode}: lists {len(tools)} tools with their arguments")
            kept = await run_flow(client, given["flow"], {"base": base, "run": f"py{uuid.uuid4()}"})
            done(f"mcp for Python, {mode}: calls each tool, and takes back a deletion")
            await run_flow(client, [given["refused"]], kept, is_error=True)
            await is_refused(client.call_tool("nope", {}), "Unknown tool: nope")
            done(f"mcp for Python, {mode}: errors of tools are answers, others are raised")
            page = await client.read_resource("gridless://docs/records")
            assert page.contents[0].text.startswith("# ")
            schema = await client.read_resource(f"gridless://base/{base}/schema")
            assert kept["table"] in schema.contents[0].text
            done(f"mcp for Python, {mode}: reads resources")


async def main():
    await drive("legacy", "2025-11-25")
    await drive("auto", "2026-07-28")


asyncio.run(main())
sys.stdout.flush()
