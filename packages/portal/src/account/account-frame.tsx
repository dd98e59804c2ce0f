import type { ReactElement, ReactNode } from 'react';
import { Page, SubNav } from '../app/page.js';
import './account.css';

const PAGES = [
  { path: '/account', label: 'Profile' },
  { path: '/account/keys', label: 'API keys' },
  { path: '/account/delete', label: 'Delete account' },
] as const;

type AccountPath = (typeof PAGES)[number]['path'];

interface AccountFrameProps {
  readonly path: AccountPath;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the account, with links to the others above it. */
export function AccountFrame({ path, lead, children }: AccountFrameProps): ReactElement {
  const title = PAGES.find((page) => page.path === path)?.label ?? 'Account';
  return (
    <Page title={title} lead={lead}>
      <SubNav label="Account" pages={PAGES} current={path} />
      {children}
    </Page>
  );
}
