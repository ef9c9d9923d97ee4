"""MiniStack, with what 1.5.33 does otherwise than AWS in our way put right. bin/test-deployed/emulator.ts runs it."""

from ministack import app
from ministack.core import lambda_runtime
from ministack.services.cloudformation import _stacks, provisioners

# With TLS it listens on port 443 too, for Cognito. We have none, and the port may be somebody's.
app._port_is_bindable = lambda *_: False

# When a nested stack is updated, it forgets the attributes of each resource that stays the same, and whoever asks for one
# (Fn::GetAtt) fails: no update that changes a function would ever come through.
update_resource = provisioners._update_resource


def update_remembering(resource_type, physical_id, old, new, stack, logical_id=None, attributes=None):
    if attributes is None:
        attributes = _stacks[stack]["_resources"].get(logical_id, {}).get("Attributes")
    return update_resource(resource_type, physical_id, old, new, stack, logical_id, attributes)


provisioners._update_resource = update_remembering

# After each call that logs nothing it waits 50 ms for what may still be logged: most of the time that a call takes.
lambda_runtime.Worker._drain_stderr_bounded.__defaults__ = (0.002, 0.001, 0.25)

app.main()
