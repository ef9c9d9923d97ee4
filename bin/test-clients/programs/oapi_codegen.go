// The twelve steps of README.md with the client that oapi-codegen makes: the package gridless.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"

	"program/gridless"
)

func done(step int, what string) { fmt.Println("ok", step, what) }

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// answered gives what an answer holds; nil means that the server answered something else.
func answered[Shape any](shape *Shape, body []byte) Shape {
	if shape == nil {
		panic(string(body))
	}
	return *shape
}

// typed reads JSON as a type of the client, and so refuses what the type cannot hold.
func typed[Shape any](text string) Shape {
	var shape Shape
	if err := json.Unmarshal([]byte(text), &shape); err != nil {
		panic(err)
	}
	return shape
}

func equal(found, wanted any) {
	if !reflect.DeepEqual(found, wanted) {
		panic(fmt.Sprintf("%v is not %v", found, wanted))
	}
}

func names(records []gridless.Record) []string {
	list := []string{}
	for _, record := range records {
		list = append(list, record.Name)
	}
	return list
}

func main() {
	ctx := context.Background()
	baseId := os.Getenv("BASE_ID")
	withToken := gridless.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("GRIDLESS_TOKEN"))
		return nil
	})
	client := must(gridless.NewClientWithResponses(os.Getenv("GRIDLESS_URL"), withToken))

	user := must(client.GetUserWithResponse(ctx))
	me := answered(user.JSON200, user.Body)
	done(1, "who the token stands for")

	bytes := make([]byte, 8)
	must(rand.Read(bytes))
	price := "fld" + hex.EncodeToString(bytes)
	day := `{"formatting": {"date": "YYYY-MM-DD", "time": "None", "timeZone": "UTC"}}`
	newTable := typed[gridless.NewTable](`{"name": "Birds", "records": [], "fields": [
		{"type": "singleLineText", "name": "Name"}, {"type": "longText", "name": "Notes"},
		{"type": "number", "id": "` + price + `", "name": "Price"},
		{"type": "checkbox", "name": "Paid"},
		{"type": "rating", "name": "Stars", "options": {"icon": "star", "color": "yellowBright", "max": 5}},
		{"type": "date", "name": "Day", "options": ` + day + `},
		{"type": "singleSelect", "name": "State", "options": {"choices": [{"name": "open"}, {"name": "closed"}]}},
		{"type": "multipleSelect", "name": "Tags", "options": {"choices": [{"name": "new"}, {"name": "old"}]}},
		{"type": "user", "name": "Owner"}, {"type": "attachment", "name": "Files"},
		{"type": "button", "name": "Go", "options": {"label": "Go", "color": "teal"}},
		{"type": "autoNumber", "name": "Number"}, {"type": "createdTime", "name": "Made", "options": ` + day + `},
		{"type": "createdBy", "name": "Maker"}, {"type": "lastModifiedTime", "name": "Changed", "options": ` + day + `},
		{"type": "lastModifiedBy", "name": "Changer"},
		{"type": "formula", "name": "Twice", "options": {"expression": "{` + price + `} * 2"}}]}`)
	created := must(client.CreateTableWithResponse(ctx, baseId, nil, newTable))
	table := answered(created.JSON201, created.Body)
	done(2, "a table with a field of each type")

	newLink := typed[gridless.AddedField](`{"type": "link", "name": "Next", "options": {"relationship": "manyMany", "foreignTableId": "` + table.Id + `"}}`)
	added := must(client.CreateFieldWithResponse(ctx, table.Id, nil, newLink))
	addedField := answered(added.JSON201, added.Body)
	link := must(addedField.AsLinkField())
	equal(link.Options.ForeignTableId, table.Id)
	done(3, "a link field")

	listed := must(client.ListFieldsWithResponse(ctx, table.Id, nil))
	kinds := map[string]string{}
	for _, field := range answered(listed.JSON200, listed.Body) {
		switch each := must(field.ValueByDiscriminator()).(type) {
		case gridless.NumberField:
			kinds[each.Name] = "number"
		case gridless.SingleSelectField:
			kinds[each.Name] = each.Options.Choices[0].Name
		case gridless.FormulaField:
			kinds[each.Name] = "formula"
		case gridless.LinkField:
			kinds[each.Name] = "link"
		}
	}
	for name, kind := range map[string]string{"Price": "number", "State": "open", "Twice": "formula", "Next": "link"} {
		equal(kinds[name], kind)
	}
	done(4, "fields, each as its type")

	newRecords := typed[gridless.NewRecords](`{"records": [
		{"fields": {"Name": "Auk", "Notes": "two\nlines", "Price": 16777217.25, "Paid": true, "Stars": 4, "Day": "2026-01-31T00:00:00.000Z",
			"State": "open", "Tags": ["new", "old"], "Owner": {"id": "` + me.Id + `"}}},
		{"fields": {"Name": "Bee-eater", "Price": 3}}, {"fields": {"Name": "Crane", "Price": 7}}]}`)
	stored := must(client.CreateRecordsWithResponse(ctx, table.Id, nil, newRecords))
	records := answered(stored.JSON201, stored.Body).Records
	auk, beeEater, crane := records[0], records[1], records[2]
	done(5, "records")

	change := typed[gridless.RecordUpdate](`{"record": {"fields": {"Next": [{"id": "` + beeEater.Id + `"}]}}}`)
	changed := must(client.UpdateRecordWithResponse(ctx, table.Id, auk.Id, nil, change))
	answered(changed.JSON200, changed.Body)
	done(6, "a link between two of them")

	read := must(client.GetRecordWithResponse(ctx, table.Id, auk.Id, nil))
	cells := answered(read.JSON200, read.Body).Fields
	// a float32 would give 16777217
	equal(must(cells["Price"].AsCell1()), 16777217.25)
	equal(must(cells["Twice"].AsCell1()), 33554434.5)
	equal(must(cells["Day"].AsCell0()), "2026-01-31T00:00:00.000Z")
	owner := must(cells["Owner"].AsCellObject())
	equal(*owner.Id, me.Id)
	linked := must(cells["Next"].AsCell4())
	equal(*must(linked[0].AsCellObject()).Title, "Bee-eater")
	done(7, "a record, with cells of each type")

	dear := typed[gridless.RecordListBody](`{"filter": {"conjunction": "and", "filterSet": [{"fieldId": "` + price + `", "operator": "isGreater", "value": 5}]}}`)
	filtered := must(client.ListRecordsByBodyWithResponse(ctx, table.Id, dear))
	equal(names(answered(filtered.JSON200, filtered.Body).Records), []string{"Auk", "Crane"})
	done(8, "a filter")

	two := 2
	all := []string{}
	for query := (&gridless.ListRecordsParams{Take: &two}); ; {
		answer := must(client.ListRecordsWithResponse(ctx, table.Id, query))
		page := answered(answer.JSON200, answer.Body)
		all = append(all, names(page.Records)...)
		if page.NextCursor == nil {
			break
		}
		query.Cursor = page.NextCursor
	}
	equal(all, []string{"Auk", "Bee-eater", "Crane"})
	done(9, "all pages")

	board := must(client.CreateViewWithResponse(ctx, table.Id, nil, typed[gridless.NewView](`{"type": "kanban", "name": "Board"}`)))
	answered(board.JSON201, board.Body)
	views := must(client.ListViewsWithResponse(ctx, table.Id))
	types := []string{}
	for _, view := range answered(views.JSON200, views.Body) {
		types = append(types, must(view.Discriminator()))
	}
	equal(types, []string{"grid", "kanban"})
	done(10, "a view")

	wrong := must(client.CreateRecordsWithResponse(ctx, table.Id, nil, typed[gridless.NewRecords](`{"records": [{"fields": {"Price": "dear"}}]}`)))
	refused := answered(wrong.JSON400, wrong.Body)
	equal((*refused.Data.Issues)[0].Path, "records[0].fields.Price")
	done(11, "an error that names its place")

	must(client.DeleteRecordWithResponse(ctx, table.Id, crane.Id, nil))
	must(client.DeleteTableWithResponse(ctx, baseId, table.Id))
	gone := must(client.GetTableWithResponse(ctx, baseId, table.Id))
	equal(string(answered(gone.JSON404, gone.Body).Code), "not_found")
	done(12, "what was made is gone")
}
