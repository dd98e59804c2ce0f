export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;
export type Rows = AsyncIterable<Row> | Iterable<Row>;
