"""MiniStack 1.5.33, with fixes where it differs from AWS in ways that affect us. bin/test-deployed/emulator.ts runs it."""

import base64
import copy
import ctypes
import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
import zipfile
from collections import defaultdict
from functools import lru_cache, partial
from types import SimpleNamespace
from urllib.parse import unquote

from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime
from ministack.services import apigateway, cloudfront, dynamodb, lambda_svc
from ministack.services.cloudformation import _stacks, engine, provisioners

# Ends the emulator with its parent, also after kill -9 (1 is PR_SET_PDEATHSIG); its functions end when their stdin closes.
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)

# With TLS it also listens on port 443, for Cognito. We do not use Cognito, and the port may be in use.
app._port_is_bindable = lambda *_: False

# When a nested stack is updated, it forgets the attributes of each unchanged resource, so Fn::GetAtt fails: without this fix, every
# update that changes a function would fail. And it leaves references to secrets as they are written.
update_resource = provisioners._update_resource


def update_remembering(resource_type, physical_id, old, new, stack, logical_id=None, attributes=None):
    if attributes is None:
        attributes = _stacks[stack]["_resources"].get(logical_id, {}).get("Attributes")
    filled, _ = engine._resolve_dynamic_references(new)
    return update_resource(resource_type, physical_id, old, filled, stack, logical_id, attributes)


provisioners._update_resource = update_remembering
# It refuses alarms on a formula, so here they watch the first metric of the formula. test/stack checks the real alarms.
alarm_of = provisioners._cw_metric_alarm_record


def alarm_of_metric(name, properties):
    watched = [each["MetricStat"]["Metric"] for each in properties.get("Metrics", []) if "MetricStat" in each]
    if watched:
        plain = {key: value for key, value in properties.items() if key != "Metrics"}
        properties = {**plain, "MetricName": watched[0]["MetricName"], "Namespace": watched[0]["Namespace"]}
    return alarm_of(name, properties)


provisioners._cw_metric_alarm_record = alarm_of_metric

# It knows no CodeDeploy and no budgets. Here these have names and do nothing: aliases move at once, and bin/test-deployed/settings.ts sends the
# notice of a budget.
for kind in ("CodeDeploy::Application", "CodeDeploy::DeploymentGroup", "Budgets::Budget"):
    provisioners._RESOURCE_HANDLERS[f"AWS::{kind}"] = {
        "create": lambda logical_id, properties, stack: (f"{stack}-{logical_id}"[-100:], {}),
        "update": lambda physical_id, old, new, stack: (physical_id, {}),
        "delete": lambda physical_id, properties: None,
    }

# Of an HTTP API in a template it keeps the names of some settings with a capital letter, and looks for them with a small one: it had no CORS.
def with_small_letters(make):
    def small(properties):
        kept = ("CorsConfiguration", "DefaultRouteSettings")
        found = {name: properties[name] for name in kept if isinstance(properties.get(name), dict)}
        return {**properties, **{name: {f"{key[0].lower()}{key[1:]}": each for key, each in value.items()} for name, value in found.items()}}

    return lambda *given, **named: make(*[small(each) if isinstance(each, dict) else each for each in given], **named)


for kind in ("Api", "Stage"):
    handlers = provisioners._RESOURCE_HANDLERS[f"AWS::ApiGatewayV2::{kind}"]
    for step in ("create", "update"):
        handlers[step] = with_small_letters(handlers[step])

# Its CloudFront looks for an API by a name that no DNS has.
connect_target = cloudfront._origin_connect_target


def connect_to_own(origin, is_https):
    is_own = origin["domain_name"].partition(":")[0].endswith(".execute-api.localhost")
    return ("127.0.0.1", int(os.environ["GATEWAY_PORT"]), True) if is_own else connect_target(origin, is_https)


cloudfront._origin_connect_target = connect_to_own

# A table that CloudFormation makes has no TTL, no point-in-time recovery and no most units a second. One that it takes up has what it had, as on AWS.
table_handlers = provisioners._RESOURCE_HANDLERS["AWS::DynamoDB::Table"]


def with_own_settings(make):
    def make_with_settings(*given, **named):
        if len([each for each in given if isinstance(each, dict)]) == 2:
            # an update: it would take a table that was taken up by another name for one that is renamed
            given = [{"TableName": given[0], **each} if isinstance(each, dict) else each for each in given]
        name, attributes = make(*given, **named)
        # of an update these are the new ones
        properties = [each for each in given if isinstance(each, dict)][-1]
        ttl = properties.get("TimeToLiveSpecification", {})
        if ttl.get("AttributeName"):
            dynamodb._update_ttl({"TableName": name, "TimeToLiveSpecification": {**ttl, "Enabled": ttl.get("Enabled") in (True, "true")}})
        recovery = properties.get("PointInTimeRecoverySpecification", {})
        if recovery:
            enabled = recovery.get("PointInTimeRecoveryEnabled") in (True, "true")
            dynamodb._update_continuous_backups(
                {"TableName": name, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": enabled}}
            )
        units = properties.get("OnDemandThroughput", {})
        dynamodb._tables[name]["OnDemandThroughput"] = {key: int(value) for key, value in units.items()}
        return name, attributes

    return make_with_settings


for step in ("create", "update"):
    table_handlers[step] = with_own_settings(table_handlers[step])

# It keeps no earlier states of a table: it restores the present one. Here it restores the last backup from before the time that is asked for.
restore_to_time = dynamodb._restore_table_to_point_in_time


def restore_from_backup(data):
    source, target = data.get("SourceTableName"), data.get("TargetTableName")
    wanted = data.get("RestoreDateTime") or time.time()
    states = [
        (backup["BackupDetails"]["BackupCreationDateTime"], backup["_items_snapshot"])
        for backup in dynamodb._backups.values()
        if backup["SourceTableDetails"]["TableName"] == source
        and backup["BackupDetails"]["BackupCreationDateTime"] <= wanted + 1
    ]
    is_new = target not in dynamodb._tables
    answer = restore_to_time(data)
    if answer[0] == 200 and is_new:
        # another table may have had this name
        for settings in (dynamodb._ttl_settings, dynamodb._pitr_settings):
            settings.pop(target, None)
        table = dynamodb._tables[target]
        if states:
            table["items"] = defaultdict(dict, copy.deepcopy(max(states, key=lambda state: state[0])[1]))
            dynamodb._items_replaced(table)
        table["RestoreSummary"] = {
            "SourceTableArn": dynamodb._tables[source]["TableArn"],
            "RestoreDateTime": wanted,
            "RestoreInProgress": False,
        }
    return answer


dynamodb._restore_table_to_point_in_time = restore_from_backup
describe_table = dynamodb._table_description


def describe_with_restore(name):
    summary = dynamodb._tables[name].get("RestoreSummary")
    return {**describe_table(name), **({"RestoreSummary": summary} if summary else {})}


dynamodb._table_description = describe_with_restore

# It requires permissions such as sqs:SendMessageBatch, which do not exist in AWS: a batch needs the permission of a single message.
action_of = iam_actions._action_from_target


def action_of_batch(headers):
    action = action_of(headers)
    is_sqs = headers.get("x-amz-target", "").startswith("AmazonSQS.")
    return action.removesuffix("Batch") if action and is_sqs else action


iam_actions._action_from_target = action_of_batch

# It requires bedrock:Converse, which does not exist in AWS: this call needs the permission of InvokeModel. It also treats the names of
# inference profiles as names of models.
rest_action_of = iam_actions._match_rest_action
arn_of = iam_actions.extract_resource_arn


def action_of_model(service, *request):
    action = rest_action_of(service, *request)
    return "InvokeModel" if (service, action) == ("bedrock-runtime", "Converse") else action


def arn_of_profile(service, method, path, headers, body, query, region, account):
    arn = unquote(arn_of(service, method, path, headers, body, query, region, account))
    model = arn.removeprefix(f"arn:aws:bedrock:{region}::foundation-model/")
    if service == "bedrock-runtime" and model.startswith("us."):
        return f"arn:aws:bedrock:{region}:{account}:inference-profile/{model}"
    # a mail is sent in the name of an identity: it knows neither that nor the condition on its sender
    if service == "ses" and path.endswith("/outbound-emails"):
        return f"arn:aws:ses:{region}:{account}:identity/{json.loads(body or b'{}').get('FromEmailAddress')}"
    return arn


enforce = iam_evaluator.enforce


def enforce_with_sender(key, action, service, region, resource_arn="*", service_context=None):
    if action == "ses:SendEmail":
        service_context = {**(service_context or {}), "ses:FromAddress": resource_arn.partition("identity/")[2]}
    return enforce(key, action, service, region, resource_arn=resource_arn, service_context=service_context)


iam_evaluator.enforce = enforce_with_sender


# Requests over HTTP/2 sign the header :authority, which it keeps as host only.
pin_request = app.pin_signed_request


def pin_with_authority(method, path, query, headers, *rest):
    authority = [(b":authority", value) for name, value in headers if name == b"host"]
    return pin_request(method, path, query, [*headers, *authority], *rest)


app.pin_signed_request = pin_with_authority
iam_actions._match_rest_action = action_of_model
iam_actions.extract_resource_arn = arn_of_profile

# It does not set dynamodb:LeadingKeys, the partition keys of a request. Our partition key is pk.
context_of = iam_actions.dynamodb_service_context


def context_with_partition(body):
    request = json.loads(body or b"{}")
    partition = (request.get("Key") or request.get("Item") or {}).get("pk", {}).get("S")
    return {**context_of(body), **({"dynamodb:LeadingKeys": [partition]} if partition else {})}


iam_actions.dynamodb_service_context = context_with_partition

# It does not see which stream a request reads, so permission for one stream is not enough. Its iterators have the stream in them.
arn_of_any = iam_actions.extract_resource_arn


def arn_of_stream(service, method, path, headers, body, *place):
    is_stream = headers.get("x-amz-target", "").startswith("DynamoDBStreams_")
    request = json.loads(body or b"{}") if is_stream else {}
    if "ShardIterator" in request:
        return json.loads(base64.urlsafe_b64decode(request["ShardIterator"]))["arn"]
    return request.get("StreamArn") or arn_of_any(service, method, path, headers, body, *place)


iam_actions.extract_resource_arn = arn_of_stream

# It measures the size of a transaction with non-ASCII characters escaped: a character of four bytes counts as twelve of the 4 MB.
dynamodb.json = SimpleNamespace(**{**vars(json), "dumps": partial(json.dumps, ensure_ascii=False)})

# After each call without log output it waits 50 ms for late output, which is most of the duration of a call.
lambda_runtime.Worker._drain_stderr_bounded.__defaults__ = (0.002, 0.001, 0.25)

# It keeps one process of each function forever, and those of a burst for minutes. With our many functions this can take more than 24 GB
# of memory, and the system then kills the emulator. A start costs more than all calls of a test file, so processes are ended only when
# they might take half of the memory, first the one that was not used for longest. One takes 28 MB on average, after many calls up to 95.
megabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
MOST_PROCESSES = max(60, min(300, megabytes // 2 // 45))
acquire_worker = lambda_runtime.acquire_worker


def acquire_within_memory(name, config, *function, **options):
    variables = config.get("Environment", {}).get("Variables", {})
    use_own_connections(variables)
    read_own_documents(variables)
    worker, reason = acquire_worker(name, config, *function, **options)
    if reason == "spawn":
        end_least_used()
    return worker, reason


def end_least_used():
    with lambda_runtime._lock:
        pools = lambda_runtime._workers
        alive = [worker for pool in pools.values() for worker in pool]
        idle = sorted((worker for worker in alive if not worker.in_use), key=lambda worker: worker.last_used)
        ended = idle[: max(0, len(alive) - MOST_PROCESSES)]
        for key, pool in list(pools.items()):
            pools[key] = [worker for worker in pool if worker not in ended]
    if ended:
        # this waits until they have ended, and the new process need not
        threading.Thread(target=lambda_runtime.kill_workers, args=(ended,), daemon=True).start()


# routes of a WebSocket API call functions by the second name
lambda_svc.acquire_worker = acquire_within_memory
lambda_runtime.acquire_worker = acquire_within_memory


# The address where functions send texts to connections is that of AWS. Here it leads to the emulator.
def use_own_connections(variables):
    address = variables.get("GRIDLESS_CONNECTIONS", "")
    host, _, stage = address.removeprefix("https://").partition("/")
    api, is_aws, _ = host.partition(".execute-api.")
    if is_aws:
        own = f"https://127.0.0.1:{os.environ['GATEWAY_PORT']}/_aws/execute-api/{api}/{stage}"
        variables["GRIDLESS_CONNECTIONS"] = own


# Documents of applications that no person registered are on this machine, as with npm start: a run needs no host on the internet. So are
# receivers of webhooks, once bin/test-deployed/restore.ts has begun; the tests before it see that they are refused.
def read_own_documents(variables):
    operation = variables.get("GRIDLESS_OPERATION")
    if operation == "oauthPages" or operation in ("createWebhook", "sendEvent") and os.path.exists("own-receivers"):
        variables["GRIDLESS_OUTGOING"] = "loopback"


# It accepts a connection without the protocol that the answer of $connect selects, which is the first one.
handle_websocket = apigateway.handle_websocket


async def handle_with_protocol(scope, receive, send, *rest, **options):
    async def send_with_protocol(message):
        offered = scope.get("subprotocols")
        if message["type"] == "websocket.accept" and offered:
            message = {**message, "subprotocol": offered[0]}
        await send(message)

    await handle_websocket(scope, receive, send_with_protocol, *rest, **options)


apigateway.handle_websocket = handle_with_protocol

# It parses and checks the condition of a query again for each item that it reads, a third of the time of its one thread.
for name in ("_tokenize", "_condition_syntax_error"):
    setattr(dynamodb, name, lru_cache(maxsize=4096)(getattr(dynamodb, name)))
for name in ("_check_redundant_parens", "_check_reserved_keyword_usage"):
    check = lru_cache(maxsize=4096)(getattr(dynamodb, name))
    setattr(dynamodb, name, lambda tokens, *slot, check=check: check(tuple(tokens), *slot))

# At each start of a function it unpacks the zip of the whole area, hundreds of files, and removes them when the function ends: 0.2 s of the
# one thread that answers everything, as much as Node needs to start. Here each zip is unpacked once, and a function gets a link to it.
unpacked = tempfile.mkdtemp(prefix="unpacked-")
unpacking = threading.Lock()


class ZipOnce(zipfile.ZipFile):
    def extractall(self, path=None, members=None, pwd=None):
        with open(self.filename, "rb") as file:
            folder = os.path.join(unpacked, hashlib.sha256(file.read()).hexdigest())
        with unpacking:
            if not os.path.exists(folder):
                # killed in between it would be left incomplete, and the run with it
                super().extractall(folder, members, pwd)
        os.rmdir(path)
        os.symlink(folder, path)


lambda_runtime.zipfile = SimpleNamespace(**{**vars(zipfile), "ZipFile": ZipOnce})

app.main()
