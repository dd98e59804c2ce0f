import { SHOWN_ATTRIBUTES, type ShownAttribute } from './request.js';

/** What the engine of this page returns of every face. */
const ALWAYS = ['confidence', 'age_years', 'pose'] as const satisfies readonly ShownAttribute[];

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type ShownExtra = CamelCase<Exclude<ShownAttribute, (typeof ALWAYS)[number]>>;

/** What it must be asked for, so that this page shows the attributes that a response of the service has. */
export const EXTRAS: readonly ShownExtra[] = SHOWN_ATTRIBUTES.filter((name) =>
  ALWAYS.every((other) => other !== name),
).map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as ShownExtra);

const COMPOSED = ['quality', 'expression'] as const satisfies readonly ShownExtra[];

/** Those of one number, text, or yes or no. */
export type OtherExtra = Exclude<ShownExtra, (typeof COMPOSED)[number]>;
export const OTHER_EXTRAS = EXTRAS.filter((name): name is OtherExtra =>
  COMPOSED.every((other) => other !== name),
);
