"""The document of one base with the client that openapi-python-client makes of it: a table with its own field names."""

import json
import os

from gridless_api import AuthenticatedClient
from gridless_api.api.odd_things import create_records_in_odd_things, list_records_in_odd_things
from gridless_api.models import Error, OddThingsNewRecords, OddThingsRecordPage, OddThingsRecords
from steps import done

client = AuthenticatedClient(base_url=os.environ["GRIDLESS_URL"], token=os.environ["GRIDLESS_TOKEN"])
names = json.loads(os.environ["NAMES"])

page = list_records_in_odd_things.sync(client=client)
assert isinstance(page, OddThingsRecordPage), page
fields = page.records[0].fields
assert (fields.title, fields.count, fields.twice) == ("first", 3, 6), fields
assert {name: fields.to_dict()[name] for name in names} == {name: name for name in names}, fields
done(1, "a record, with the fields of the table as attributes")

cells = {"Title": "python", "Count": 1, "State": '"', **{name: f"{name}!" for name in names}}
body = OddThingsNewRecords.from_dict({"records": [{"fields": cells}]})
made = create_records_in_odd_things.sync(client=client, body=body)
assert isinstance(made, OddThingsRecords), made
assert made.records[0].fields.to_dict() == {**cells, "Twice": 2}, made
done(2, "a record with each of its names")

wrong = OddThingsNewRecords.from_dict({"records": [{"fields": {**cells, "Count": "many"}}]})
refused = create_records_in_odd_things.sync(client=client, body=wrong)
assert isinstance(refused, Error) and refused.data.issues[0].path == "records[0].fields.Count", refused
done(3, "an error that names its place")
