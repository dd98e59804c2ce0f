import type { ReactElement, ReactNode } from 'react';
import { Page, SubNav } from '../app/page.js';
import '../usage/usage.css';
import './operators.css';

const PAGES = [
  { path: '/operators', label: 'Accounts' },
  { path: '/operators/plans', label: 'Plans' },
  { path: '/operators/usage', label: 'Usage' },
  { path: '/operators/health', label: 'Health' },
  { path: '/operators/audit', label: 'Audit log' },
] as const;

interface OperatorsFrameProps {
  readonly path: (typeof PAGES)[number]['path'];
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the administration, with links to the others above it. */
export function OperatorsFrame({ path, title, lead, children }: OperatorsFrameProps): ReactElement {
  return (
    <Page title={title} lead={lead}>
      <SubNav label="Administration" pages={PAGES} current={path} />
      {children}
    </Page>
  );
}
