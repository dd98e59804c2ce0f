import type { ReactElement, ReactNode } from 'react';
import { Page, SubNav } from '../app/page.js';
import '../usage/usage.css';
import './admin.css';

const PAGES = [
  { path: '/admin', label: 'Accounts' },
  { path: '/admin/plans', label: 'Plans' },
  { path: '/admin/usage', label: 'Usage' },
  { path: '/admin/health', label: 'Health' },
  { path: '/admin/audit', label: 'Audit log' },
] as const;

interface AdminFrameProps {
  readonly path: (typeof PAGES)[number]['path'];
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the admin area, with links to the others above it. */
export function AdminFrame({ path, title, lead, children }: AdminFrameProps): ReactElement {
  return (
    <Page title={title} lead={lead}>
      <SubNav label="Admin" pages={PAGES} current={path} />
      {children}
    </Page>
  );
}
