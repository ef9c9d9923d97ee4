"""What the two Python programs share: how a step is said, and a table with a field of each type."""

import secrets


def done(step: int, what: str) -> None:
    print(f"ok {step} {what}")


day = {"date": "YYYY-MM-DD", "time": "None", "timeZone": "UTC"}
price = f"fld{secrets.token_hex(8)}"
fields = [
    {"type": "singleLineText", "name": "Name"},
    {"type": "longText", "name": "Notes"},
    {"type": "number", "id": price, "name": "Price", "options": {"formatting": {"type": "currency", "precision": 2, "symbol": "$"}}},
    {"type": "checkbox", "name": "Paid"},
    {"type": "rating", "name": "Stars", "options": {"icon": "star", "color": "yellowBright", "max": 5}},
    {"type": "date", "name": "Day", "options": {"formatting": day}},
    {"type": "singleSelect", "name": "State", "options": {"choices": [{"name": "open"}, {"name": "closed"}]}},
    {"type": "multipleSelect", "name": "Tags", "options": {"choices": [{"name": "new"}, {"name": "old"}]}},
    {"type": "user", "name": "Owner"},
    {"type": "attachment", "name": "Files"},
    {"type": "button", "name": "Go", "options": {"label": "Go", "color": "teal"}},
    {"type": "autoNumber", "name": "Number"},
    {"type": "createdTime", "name": "Made", "options": {"formatting": day}},
    {"type": "createdBy", "name": "Maker"},
    {"type": "lastModifiedTime", "name": "Changed", "options": {"formatting": day}},
    {"type": "lastModifiedBy", "name": "Changer"},
    {"type": "formula", "name": "Twice", "options": {"expression": f"{{{price}}} * 2"}},
]
