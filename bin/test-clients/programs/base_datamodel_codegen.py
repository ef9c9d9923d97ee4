"""The document of one base with the models that datamodel-codegen makes of it: a table with its own field names."""

import json
import os

import gridless_models as models
import httpx
from pydantic import ValidationError
from steps import done

http = httpx.Client(
    base_url=os.environ["GRIDLESS_URL"], headers={"authorization": f"Bearer {os.environ['GRIDLESS_TOKEN']}"}
)
names = json.loads(os.environ["NAMES"])
path = f"/table/{os.environ['TABLE_ID']}/record"


def cells_of(record):
    return record.fields.model_dump(mode="json", by_alias=True, exclude_unset=True)


page = models.OddThingsRecordPage.model_validate(http.get(path).json())
first = page.records[0]
assert (first.fields.Title, first.fields.Count, first.fields.Twice) == ("first", 3, 6), first
assert {name: cells_of(first)[name] for name in names} == {name: name for name in names}, first
done(4, "a record, with the fields of the table as attributes")

cells = {"Title": "models", "Count": 1, "State": '"', **{name: f"{name}!" for name in names}}
new = models.OddThingsNewRecords.model_validate({"records": [{"fields": cells}]})
answer = http.post(path, json=new.model_dump(mode="json", by_alias=True, exclude_unset=True))
assert answer.status_code == 201, answer.text
made = models.OddThingsRecords.model_validate(answer.json())
assert cells_of(made.records[0]) == {**cells, "Twice": 2}, made
done(5, "a record with each of its names")

try:
    models.OddThingsNewRecords.model_validate({"records": [{"fields": {"Title": "no Count, which must have a cell"}}]})
except ValidationError:
    done(6, "a field that must have a cell is asked for")
