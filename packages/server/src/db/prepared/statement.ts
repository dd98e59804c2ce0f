import { sql, type Compilable, type RawBuilder } from 'kysely';

/** A query with its values, ready to run. */
export interface BoundStatement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** Only for the type. */
  readonly row?: Row;
}

export type RowsOf<S> = S extends BoundStatement<infer Row> ? Row[] : never;

export type Statement<Input, Row> = (input: Input) => BoundStatement<Row>;

/** Stands for a value that is given when the statement runs. */
class Parameter {
  constructor(readonly name: PropertyKey) {}
}

export type ParametersOf<Input> = <Name extends keyof Input>(name: Name) => RawBuilder<Input[Name]>;

/**
 * A query of Kysely, compiled once: building it anew for every call would cost more than running it. The name is that
 * of the prepared statement, one for each text.
 */
export function statement<Input, Row>(
  name: string,
  build: (parameter: ParametersOf<Input>) => Compilable<Row>,
): Statement<Input, Row> {
  const { sql: text, parameters } = build((key) => sql`${new Parameter(key)}`).compile();
  return (input) => ({
    name,
    text,
    values: parameters.map((value) =>
      value instanceof Parameter ? input[value.name as keyof Input] : value,
    ),
  });
}
