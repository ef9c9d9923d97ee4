"""The twelve steps of README.md with the models that datamodel-codegen makes (gridless_models) and httpx."""

import os

import gridless_models as models
import httpx
from steps import done, fields, price

base_id = os.environ["BASE_ID"]
http = httpx.Client(
    base_url=os.environ["GRIDLESS_URL"], headers={"authorization": f"Bearer {os.environ['GRIDLESS_TOKEN']}"}
)


def call(method: str, path: str, shape, body=None, **query):
    """The answer, read by the model of its shape. A body is a model too."""
    sent = None if body is None else body.model_dump(mode="json", exclude_unset=True)
    answer = http.request(method, path, json=sent, params=query)
    assert answer.is_success, answer.text
    return shape.model_validate(answer.json()) if shape else None


me = call("GET", "/auth/user", models.Myself)
assert me.id.root.startswith("usr"), me
done(1, "who the token stands for")

wanted = models.NewTable.model_validate({"name": "Parts", "fields": fields, "records": []})
table = call("POST", f"/base/{base_id}/table", models.Table, wanted)
table_id = table.id.root
done(2, "a table with a field of each type")

link = models.AddedField.model_validate(
    {"type": "link", "name": "Next", "options": {"relationship": "manyMany", "foreignTableId": table_id}}
)
made = call("POST", f"/table/{table_id}/field", models.FieldModel, link)
assert isinstance(made.root, models.LinkField), made
done(3, "a link field")

fields = [models.FieldModel.model_validate(each).root for each in http.get(f"/table/{table_id}/field").json()]
classes = {each.name: type(each).__name__ for each in fields}
assert classes["Price"] == "NumberField" and classes["State"] == "SingleSelectField", classes
assert classes["Twice"] == "FormulaField" and classes["Next"] == "LinkField", classes
done(4, "fields, each as its type")

cells = {
    "Name": "Bolt",
    "Notes": "two\nlines",
    "Price": 0.125,
    "Paid": True,
    "Stars": 4,
    "Day": "2026-01-31T00:00:00.000Z",
    "State": "open",
    "Tags": ["new", "old"],
    "Owner": {"id": me.id.root},
}
new = models.NewRecords.model_validate(
    {"records": [{"fields": cells}, {"fields": {"Name": "Nut", "Price": 0.03}}, {"fields": {"Name": "Rod", "Price": 0.07}}]}
)
bolt, nut, rod = call("POST", f"/table/{table_id}/record", models.Records, new).records
done(5, "records")

change = models.RecordUpdate.model_validate({"record": {"fields": {"Next": [{"id": nut.id.root}]}}})
call("PATCH", f"/table/{table_id}/record/{bolt.id.root}", models.Record, change)
done(6, "a link between two of them")

record = call("GET", f"/table/{table_id}/record/{bolt.id.root}", models.Record)
shown = {name: cell.root for name, cell in record.fields.items()}
assert shown["Price"] == 0.125 and shown["Twice"] == 0.25 and shown["Paid"] is True, shown
assert shown["Tags"] == ["new", "old"] and shown["Day"] == "2026-01-31T00:00:00.000Z", shown
[linked] = shown["Next"]
assert isinstance(linked, models.CellObject) and (linked.id, linked.title) == (nut.id.root, "Nut"), linked
assert isinstance(shown["Owner"], models.CellObject) and shown["Owner"].id == me.id.root, shown
done(7, "a record, with cells of each type")

dear = models.RecordListBody.model_validate(
    {"filter": {"conjunction": "and", "filterSet": [{"fieldId": price, "operator": "isGreater", "value": 0.05}]}}
)
page = call("POST", f"/table/{table_id}/record/list", models.RecordPage, dear)
assert [each.name for each in page.records] == ["Bolt", "Rod"], page
done(8, "a filter")

first = call("GET", f"/table/{table_id}/record", models.RecordPage, take=2)
assert len(first.records) == 2 and first.nextCursor, first
rest = call("GET", f"/table/{table_id}/record", models.RecordPage, take=2, cursor=first.nextCursor)
assert [each.name for each in [*first.records, *rest.records]] == ["Bolt", "Nut", "Rod"]
done(9, "all pages")

board = models.NewView.model_validate({"type": "kanban", "name": "Board"})
call("POST", f"/table/{table_id}/view", models.View, board)
views = [models.View.model_validate(each).root for each in http.get(f"/table/{table_id}/view").json()]
assert [type(each).__name__ for each in views] == ["GridView", "KanbanView"], views
done(10, "a view")

wrong = http.post(f"/table/{table_id}/record", json={"records": [{"fields": {"Price": "dear"}}]})
error = models.Error.model_validate(wrong.json())
assert wrong.status_code == 400 and error.data.issues[0].path == "records[0].fields.Price", error
done(11, "an error that names its place")

call("DELETE", f"/table/{table_id}/record/{rod.id.root}", None)
call("DELETE", f"/base/{base_id}/table/{table_id}", None)
gone = http.get(f"/base/{base_id}/table/{table_id}")
assert gone.status_code == 404 and models.Error.model_validate(gone.json()).code.value == "not_found", gone.text
done(12, "what was made is gone")
