import type { ReactElement } from 'react';
import type { OperatorAccount } from './operators.types.js';

const WORDS: Readonly<Record<OperatorAccount['state'], string>> = {
  active: 'Active',
  suspended: 'Suspended',
  'no plan': 'No plan',
  'plan ended': 'Plan ended',
  'plan unknown': 'Plan not in the catalogue',
};

export const StateBadge = ({ state }: { readonly state: OperatorAccount['state'] }): ReactElement => (
  <span className={`state-badge state-${state.replace(' ', '-')}`}>{WORDS[state]}</span>
);
