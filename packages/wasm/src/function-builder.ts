import { sized, unsigned, vector } from './binary-format.js';
import { END, type Code } from './code.js';

const VALUE_TYPES = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type ValueType = keyof typeof VALUE_TYPES;

/** A parameter or variable of a function. */
export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** A function under construction: parameters first, then variables, then its code. */
export class FunctionBuilder {
  readonly name: string;
  readonly #result: ValueType | undefined;
  readonly #parameters: ValueType[] = [];
  readonly #variables: ValueType[] = [];
  #body: Code = [];

  /** With a result, the last piece of the body is its value. */
  constructor(name: string, result?: ValueType) {
    this.name = name;
    this.#result = result;
  }

  parameter(type: ValueType): Local {
    if (this.#variables.length > 0) throw new Error('Parameters come before variables.');
    this.#parameters.push(type);
    return local(this.#parameters.length - 1);
  }

  /** A variable, which is 0 at first. */
  variable(type: ValueType): Local {
    this.#variables.push(type);
    return local(this.#parameters.length + this.#variables.length - 1);
  }

  body(...code: readonly Code[]): this {
    this.#body = code.flat();
    return this;
  }

  get type(): Code {
    const results = this.#result === undefined ? [] : [this.#result];
    return [0x60, ...types(this.#parameters), ...types(results)];
  }

  get code(): Code {
    const variables = vector(this.#variables.map((type) => [1, VALUE_TYPES[type]]));
    return sized([...variables, ...this.#body, END]);
  }
}

const types = (of: readonly ValueType[]): Code => vector(of.map((type) => [VALUE_TYPES[type]]));

const local = (index: number): Local => ({
  get: [0x20, ...unsigned(index)],
  set: (value) => [...value, 0x21, ...unsigned(index)],
});
