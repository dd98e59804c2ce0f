import type { ReactElement } from 'react';
import './layout.css';

interface SubNavProps {
  /** What the pages have in common. */
  readonly label: string;
  readonly pages: readonly { readonly path: string; readonly label: string }[];
  readonly current: string;
}

/** Links between pages that belong together, below the heading of each. */
export function SubNav({ label, pages, current }: SubNavProps): ReactElement {
  return (
    <nav aria-label={label}>
      <ul className="sub-nav">
        {pages.map((page) => (
          <li key={page.path}>
            <a href={`#${page.path}`} aria-current={page.path === current ? 'page' : undefined}>
              {page.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
