"""The official client for Python gets its tokens for `POST /mcp` itself, in both eras; the person whom it asks is in this file."""

import asyncio
import json
import os
import re
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

url = os.environ["GRIDLESS_URL"]
address = url + "/mcp"
base = os.environ["BASE_ID"]
redirect_uri = "http://127.0.0.1:33418/callback"
to_read = {"may": "read", "reach": "chosen", "bases": base}

step = 0


def done(what):
    global step
    step += 1
    print(f"ok {step} {what}")


class Person:
    """Signs in once, and answers each consent page with `choice`."""

    def __init__(self):
        self.browser = httpx2.AsyncClient(base_url=url, headers={"origin": url})
        self.choice = to_read
        self.asked = []

    async def sign_in(self):
        form = {"email": os.environ["PERSON_EMAIL"], "password": os.environ["PERSON_PASSWORD"]}
        await self.browser.post("/auth/sign-in", data=form)

    async def open(self, asking):
        self.asked.append({name: value[0] for name, value in parse_qs(urlsplit(asking).query).items()})
        led = await self.browser.get(asking)
        page = await self.browser.get(led.headers["location"])
        transaction = re.search(r'name="transaction_id" value="([^"]+)"', page.text)[1]
        answer = await self.browser.post("/oauth/decision", data={"transaction_id": transaction, **self.choice})
        self.led = answer.headers["location"]

    async def answer(self):
        assert self.led.startswith(redirect_uri + "?"), self.led
        query = parse_qs(urlsplit(self.led).query)
        code, state, iss = (query[name][0] for name in ("code", "state", "iss"))
        return AuthorizationCodeResult(code=code, state=state, iss=iss)


class Storage:
    """Keeps in memory what the client is given."""

    def __init__(self):
        self.tokens, self.client = None, None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def provider_for(person, storage):
    described = OAuthClientMetadata(client_name="Assistant", redirect_uris=[redirect_uri])
    return OAuthClientProvider(address, described, storage, person.open, person.answer)


async def call(client, tool, arguments):
    return json.loads((await client.call_tool(tool, arguments)).content[0].text)


async def revoke(browser, storage, token):
    answer = await browser.post("/oauth/revoke", data={"token": token, "client_id": storage.client.client_id})
    assert answer.status_code == 200, answer


async def drive(mode, person):
    name = f"mcp for Python, {mode}"
    sent = []

    async def note(answer):
        sent.append(f"{answer.request.method} {answer.request.url.path} {answer.status_code}")

    person.choice, person.asked = to_read, []
    storage = Storage()
    provider = provider_for(person, storage)
    async with httpx2.AsyncClient(auth=provider, event_hooks={"response": [note]}) as http:
        async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
            assert sent[:5] == [
                "POST /mcp 401",
                "GET /.well-known/oauth-protected-resource/mcp 200",
                "GET /.well-known/oauth-authorization-server 200",
                "POST /oauth/register 201",
                "POST /oauth/access_token 200",
            ], sent
            assert person.asked[0]["resource"] == address, person.asked
            done(f"{name}: a 401 leads it to both documents of metadata, a registration, the person and tokens")

            tools = (await client.list_tools()).tools
            assert tools and all(each.annotations.read_only_hint for each in tools), tools
            assert [each["id"] for each in (await call(client, "list_bases", {}))["bases"]] == [base]
            done(f"{name}: lists the tools that read, and sees the base that was chosen alone")

            # as if its time were over: this client refreshes before a request, and not after a 401
            before, provider.context.token_expiry_time = storage.tokens, 1
            assert len((await call(client, "list_bases", {}))["bases"]) == 1
            assert storage.tokens.refresh_token != before.refresh_token
            assert len(person.asked) == 1, person.asked
            done(f"{name}: an access token that ended is refreshed before a call")

            person.choice = {**to_read, "may": "asked"}
            table = {"base": base, "name": f"OAuth of {name}", "fields": [{"name": "Name", "type": "singleLineText"}]}
            assert (await call(client, "create_table", table))["table"]["id"].startswith("tbl")
            assert set(before.scope.split()) < set(person.asked[1]["scope"].split()), person.asked
            done(f"{name}: a 403 names what is missing, and the person allows that too")

            person.choice = to_read
            await revoke(person.browser, storage, storage.tokens.refresh_token)
            assert len((await call(client, "list_bases", {}))["bases"]) == 1
            assert len(person.asked) == 3 and sent.count("POST /oauth/register 201") == 1, sent
            done(f"{name}: tokens that were revoked lead to the person again, and not to another registration")


async def main():
    person = Person()
    await person.sign_in()
    await drive("legacy", person)
    await drive("auto", person)


asyncio.run(main())
sys.stdout.flush()
