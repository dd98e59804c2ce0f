import { useEffect, type ReactElement } from 'react';
import { GUIDE_GROUPS, type Guide } from 'virtual:guides';
import { Page } from '../app/page.js';

export interface GuideViewProps {
  readonly name: string;
  readonly guide: Guide;
  /** The heading to go to; null for the top. */
  readonly section: string | null;
}

/** One guide beside the list of all. Its HTML was made from the repository's own documents when the portal was built. */
export function GuideView({ name, guide, section }: GuideViewProps): ReactElement {
  useEffect(() => {
    if (section === null) return;
    const heading = document.getElementById(`guide-${section}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section]);
  return (
    <Page title={guide.title}>
      <div className="guide">
        <a className="guide-back" href="#/guides">
          All guides
        </a>
        <nav className="guide-nav" aria-label="Guides">
          {GUIDE_GROUPS.map(({ title, guides }) => (
            <div key={title}>
              <p className="guide-nav-title">{title}</p>
              <ul>
                {guides.map((entry) => (
                  <li key={entry.name}>
                    <a
                      href={`#/guides/${entry.name}`}
                      aria-current={entry.name === name ? 'page' : undefined}
                    >
                      {entry.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="guide-body">
          {guide.sections.length > 1 && (
            <nav className="guide-sections" aria-label="On this page">
              <ul>
                {guide.sections.map(({ slug, title }) => (
                  <li key={slug}>
                    <a href={`#/guides/${name}/${slug}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <article className="guide-text" dangerouslySetInnerHTML={{ __html: guide.html }} />
        </div>
      </div>
    </Page>
  );
}
