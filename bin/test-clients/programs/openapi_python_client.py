"""The twelve steps of README.md with the client that openapi-python-client makes: gridless_api."""

import os

from gridless_api import AuthenticatedClient
from gridless_api.api.auth import get_user
from gridless_api.api.field import create_field, list_fields
from gridless_api.api.record import (
    create_records,
    delete_record,
    get_record,
    list_records,
    list_records_by_body,
    update_record,
)
from gridless_api.api.table import create_table, delete_table, get_table
from gridless_api.api.view import create_view, list_views
from gridless_api.models import *  # noqa: F403
from gridless_api.models import filter_conjunction, filter_item_operator
from steps import done, fields, price

base_id = os.environ["BASE_ID"]
client = AuthenticatedClient(base_url=os.environ["GRIDLESS_URL"], token=os.environ["GRIDLESS_TOKEN"])


me = get_user.sync(client=client)
assert isinstance(me, Myself) and me.id.startswith("usr"), me
done(1, "who the token stands for")

wanted = NewTable.from_dict({"name": "Orders", "fields": fields, "records": []})
assert [type(each).__name__ for each in wanted.fields][:3] == ["NewSingleLineTextField", "NewLongTextField", "NewNumberField"]
table = create_table.sync(base_id, client=client, body=wanted)
assert isinstance(table, Table) and table.name.startswith("Orders"), table
done(2, "a table with a field of each type")

link = NewLinkField.from_dict(
    {"type": "link", "name": "Next", "options": {"relationship": "manyMany", "foreignTableId": table.id}}
)
made = create_field.sync(table.id, client=client, body=AddedLinkField.from_dict(link.to_dict()))
assert isinstance(made, LinkField), made
assert made.options.foreign_table_id == table.id
done(3, "a link field")

found = list_fields.sync(table.id, client=client)
kinds = {each.name: type(each).__name__ for each in found}
assert kinds["Price"] == "NumberField" and kinds["State"] == "SingleSelectField", kinds
assert kinds["Twice"] == "FormulaField" and kinds["Next"] == "LinkField", kinds
state = next(each for each in found if each.name == "State")
assert [choice.name for choice in state.options.choices] == ["open", "closed"]
done(4, "fields, each as its type")

cells = {
    "Name": "Ada",
    "Notes": "two\nlines",
    "Price": 12.5,
    "Paid": True,
    "Stars": 4,
    "Day": "2026-01-31T00:00:00.000Z",
    "State": "open",
    "Tags": ["new", "old"],
    "Owner": {"id": me.id},
}
body = NewRecords.from_dict(
    {"records": [{"fields": cells}, {"fields": {"Name": "Grace", "Price": 3, "State": "closed"}}, {"fields": {"Name": "Linus", "Price": 7}}]}
)
answer = create_records.sync(table.id, client=client, body=body)
assert isinstance(answer, Records), answer
ada, grace, linus = answer.records
done(5, "records")

change = RecordUpdate.from_dict({"record": {"fields": {"Next": [{"id": grace.id}]}}})
changed = update_record.sync(table.id, ada.id, client=client, body=change)
assert isinstance(changed, Record), changed
done(6, "a link between two of them")

record = get_record.sync(table.id, ada.id, client=client)
assert record.fields["Price"] == 12.5 and record.fields["Twice"] == 25 and record.fields["Paid"] is True
assert record.fields["Tags"] == ["new", "old"] and record.fields["Day"] == "2026-01-31T00:00:00.000Z"
[linked] = record.fields["Next"]
assert isinstance(linked, CellObject) and (linked.id, linked.title) == (grace.id, "Grace"), linked
assert isinstance(record.fields["Owner"], CellObject) and record.fields["Owner"].id == me.id
done(7, "a record, with cells of each type")

dear = Filter(
    conjunction=filter_conjunction.FilterConjunction.AND,
    filter_set=[FilterItem(field_id=price, operator=filter_item_operator.FilterItemOperator.ISGREATER, value=5.0)],
)
page = list_records_by_body.sync(table.id, client=client, body=RecordListBody(filter_=dear))
assert isinstance(page, RecordPage), page
assert [each.name for each in page.records] == ["Ada", "Linus"]
done(8, "a filter")

first = list_records.sync(table.id, client=client, take=2)
assert len(first.records) == 2 and first.next_cursor, first
rest = list_records.sync(table.id, client=client, take=2, cursor=first.next_cursor)
assert [each.id for each in [*first.records, *rest.records]] == [ada.id, grace.id, linus.id]
done(9, "all pages")

board = create_view.sync(table.id, client=client, body=NewKanbanView.from_dict({"type": "kanban", "name": "Board"}))
assert isinstance(board, KanbanView), board
views = list_views.sync(table.id, client=client)
assert [type(each).__name__ for each in views] == ["GridView", "KanbanView"], views
done(10, "a view")

wrong = create_records.sync_detailed(
    table.id, client=client, body=NewRecords.from_dict({"records": [{"fields": {"Price": "dear"}}]})
)
assert wrong.status_code == 400 and isinstance(wrong.parsed, Error), wrong
assert wrong.parsed.data.issues[0].path == "records[0].fields.Price", wrong.parsed
done(11, "an error that names its place")

delete_record.sync_detailed(table.id, linus.id, client=client)
delete_table.sync_detailed(base_id, table.id, client=client)
gone = get_table.sync_detailed(base_id, table.id, client=client)
assert gone.status_code == 404 and gone.parsed.code == "not_found", gone
done(12, "what was made is gone")
