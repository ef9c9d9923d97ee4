/* The types of records and cells, in answers and in requests. */

/** Cells of a table whose types are not known. */
export type UntypedCells = { [field: string]: unknown };

/** Link field → what is shown of the records that it links. There are two levels. */
export interface ExpandQuery {
  [linkField: string]: { fields?: string[]; take?: number; expand?: ExpandQuery };
}

/** A linked record that `expand` asked for. */
export interface LinkedClientRecord {
  id: string;
  name: string;
  fields: UntypedCells;
  expanded?: { [linkField: string]: LinkedClientRecord[] };
}

/** A record as the server answers it. */
export interface ClientRecord<Row> {
  id: string;
  /** The primary cell as text. */
  name: string;
  /** The cells; empty ones are absent. */
  fields: Row;
  /** The state of the record, for `ifMatch`. Of a record that was read, created or changed alone. */
  etag?: string;
  autoNumber: number;
  createdTime: string;
  createdBy: string;
  lastModifiedTime?: string;
  lastModifiedBy?: string;
  /** With `expand`: link field → the records of its cell, in order. */
  expanded?: { [linkField: string]: LinkedClientRecord[] };
  /** Field → what the caller may do. Absent if they may read and change all fields. */
  permissions?: { [field: string]: { read: boolean; update: boolean } };
  /** Present if the caller may not delete the record. */
  undeletable?: true;
}

/** The cells of a request, made of those of an answer: `null` empties a cell, links and people need their ids only. */
export type SentFrom<Row> = { -readonly [Field in keyof Row]?: SentCell<Row[Field]> | null };

type SentCell<Cell> = Cell extends readonly (infer Each)[]
  ? SentCell<Each>[]
  : Cell extends { token: string; name: string }
    ? { token: string; name: string; id?: string }
    : Cell extends { id: string }
      ? { id: string; title?: string }
      : Cell;

/** Rows of any number: an array, or what gives one after another, such as a generator that reads a file. */
export type Rows<Row> = readonly Row[] | ((Iterable<Row> | AsyncIterable<Row>) & { length?: undefined });

/** One row, which is no list. */
export type OneRow<Row> = Row & { [Symbol.iterator]?: undefined };

/** Whether it is a list of rows, and not one row. */
export const areRows = <Row>(given: OneRow<Row> | Rows<Row>): given is Rows<Row> =>
  typeof given === "object" && given !== null && (Symbol.iterator in given || Symbol.asyncIterator in given);

/** A change of a record: fields that are left out keep their cells. */
export interface RowChange<Sent> {
  id: string;
  fields: Sent;
  /**
   * What cells that are lists (choices, people, files, links) were when they were read. Then only what was added or taken out since is
   * changed, and what others did to the cell meanwhile stays. Without it the list replaces the cell.
   */
  seen?: Sent;
}

/** What an item of a filter can be, in a table whose types are not known. */
export interface UntypedFilterItem {
  fieldId: string;
  operator: string;
  value?: unknown;
  isSymbol?: boolean;
}

export interface ListFilter<Item> {
  conjunction: "and" | "or";
  filterSet: (Item | ListFilter<Item>)[];
}

export interface SortItem<Field> {
  fieldId: Field;
  order: "asc" | "desc";
}

/** Which records, as `POST /table/{tableId}/record/list` takes it. */
export interface ListQuery<Row, Item> {
  filter?: ListFilter<Item> | null | undefined;
  /** The filter as text, in place of `filter`. */
  filterByTql?: string | undefined;
  /** A formula as a filter, in addition: `AND({Count} > 5, LEN({Name}) < 20)`. */
  filterByFormula?: string | undefined;
  /** The text; the fields to search, with commas between them; whether to leave out records without a hit. */
  search?: [text: string, fields?: string, hide?: boolean] | undefined;
  selectedRecordIds?: string[] | undefined;
  viewId?: string | undefined;
  ignoreViewQuery?: boolean | undefined;
  orderBy?: SortItem<keyof Row & string>[] | undefined;
  groupBy?: SortItem<keyof Row & string>[] | undefined;
  collapsedGroupIds?: string[] | undefined;
  /** Only these fields. */
  projection?: (keyof Row & string)[] | undefined;
  /** Shows linked records beside the cells that link them. */
  expand?: ExpandQuery | undefined;
  /** `text`: cells as a person reads them; `local`: times with the offset of the zone of their field. */
  cellFormat?: "json" | "text" | "local" | undefined;
  queryId?: string | undefined;
  skip?: number | undefined;
  /** Records in one page: 1 to 1,000. */
  take?: number | undefined;
}

/** What `gridless types` writes for each table: `table<Tables["…"]>`. */
export interface TableTypes {
  answered: object;
  sent: object;
  filterItem: unknown;
}
