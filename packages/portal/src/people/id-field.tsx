import type { ComponentProps, ReactElement } from 'react';
import { Field } from '../design/field.js';
import { MAX_ID_LENGTH } from './ids.js';

type IdFieldProps = Omit<
  ComponentProps<typeof Field>,
  'maxLength' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>;

/** For the id of a person or a collection, which no keyboard should correct. */
export const IdField = (props: IdFieldProps): ReactElement => (
  <Field {...props} maxLength={MAX_ID_LENGTH} autoComplete="off" autoCapitalize="off" spellCheck={false} />
);
