import { useEffect, useMemo, type ComponentType, type MouseEvent, type ReactElement } from 'react';
import { GUIDE_GROUPS, SERVICE_PLACEHOLDER, type Guide, type GuideEntry } from 'virtual:guides';
import { loadedView, waitingPage } from '../app/loaded-view.js';
import { Page } from '../app/page.js';
import { serviceBase } from '../api/call.js';
import { ButtonLink } from '../design/button.js';
import { copyText } from '../design/copy.js';
import { useToast } from '../design/toast.js';
import { EmptyState } from '../design/states.js';
import { HelpSearch } from './help-search.js';
import './guides.css';

type Section = Pick<GuideViewProps, 'section'>;

const VIEWS = new Map(
  GUIDE_GROUPS.flatMap(({ guides }) => guides).map((entry) => [entry.name, viewOf(entry)]),
);

/** Each guide is fetched when it is first opened. */
function viewOf({ name, load }: GuideEntry): ComponentType<Section> {
  return loadedView(
    async () => {
      const { default: guide } = await load();
      return {
        default: ({ section }: Section) => <GuideView name={name} guide={guide} section={section} />,
      };
    },
    waitingPage('Guides', 'Loading the guide'),
  );
}

/** `path` is what follows `/guides/`: the name of a guide, and perhaps one of its sections. */
export default function GuidesPage({ path }: { readonly path: string }): ReactElement {
  if (path === '') return <AllGuides />;
  const [name = '', section = null] = path.split('/');
  const View = VIEWS.get(name);
  if (View === undefined)
    return (
      <Page title="Page not found">
        <EmptyState
          title="This guide does not exist"
          actions={<ButtonLink href="#/guides">See all guides</ButtonLink>}
        />
      </Page>
    );
  return <View section={section} />;
}

function AllGuides(): ReactElement {
  return (
    <Page title="Guides" lead="How to use, evaluate, operate and modify Facet.">
      <HelpSearch />
      <div className="guide-groups">
        {GUIDE_GROUPS.map(({ title, guides }) => (
          <section key={title} className="guide-group">
            <h2>{title}</h2>
            <ul className="guide-list">
              {guides.map(({ name, title: label, summary }) => (
                <li key={name}>
                  <a href={`#/guides/${name}`}>{label}</a>
                  <p className="muted">{summary}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}

/** Examples call the service that this page came from. */
const withThisHost = (html: string): string => html.replaceAll(SERVICE_PLACEHOLDER, serviceBase());

interface GuideViewProps {
  readonly name: string;
  readonly guide: Guide;
  /** The heading to go to; null for the top. */
  readonly section: string | null;
}

/** One guide next to the list of all. Its HTML is rendered from the repository's documents when the portal is built. */
function GuideView({ name, guide, section }: GuideViewProps): ReactElement {
  const toast = useToast();
  // The same object as long as the guide is the same: React writes the HTML once.
  const html = useMemo(() => ({ __html: withThisHost(guide.html) }), [guide]);
  const copyExample = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest('.guide-copy') : null;
    const code = button?.parentElement?.querySelector('code')?.textContent ?? null;
    if (code === null) return;
    void copyText(code).then((copied) => {
      toast(copied ? 'Copied the example.' : 'Could not copy the example; select it and copy it by hand.');
    });
  };
  useEffect(() => {
    if (section === null) return;
    const heading = document.getElementById(`guide-${section}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section]);
  return (
    <Page title={guide.title}>
      <HelpSearch />
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
          <article className="guide-text" dangerouslySetInnerHTML={html} onClick={copyExample} />
        </div>
      </div>
    </Page>
  );
}
