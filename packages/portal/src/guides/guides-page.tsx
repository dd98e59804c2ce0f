import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { GUIDE_GROUPS, type GuideEntry } from 'virtual:guides';
import { Page } from '../app/page.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/empty-state.js';
import { Skeleton } from '../design/spinner.js';
import { GuideView, type GuideViewProps } from './guide-view.js';
import './guides.css';

type Section = Pick<GuideViewProps, 'section'>;

const VIEWS = new Map(
  GUIDE_GROUPS.flatMap(({ guides }) => guides).map((entry) => [entry.name, viewOf(entry)]),
);

/** Each guide is fetched when it is first opened. */
function viewOf({ name, load }: GuideEntry): ComponentType<Section> {
  return lazy(async () => {
    const { default: guide } = await load();
    return {
      default: ({ section }: Section) => <GuideView name={name} guide={guide} section={section} />,
    };
  });
}

/** `path` is what follows `/guides/`: the name of a guide, and perhaps one of its sections. */
export default function GuidesPage({ path }: { readonly path: string }): ReactElement {
  if (path === '') return <AllGuides />;
  const [name = '', section = null] = path.split('/');
  const View = VIEWS.get(name);
  if (View === undefined)
    return (
      <Page title="Nothing here">
        <EmptyState
          title="There is no such guide"
          actions={<ButtonLink href="#/guides">See all guides</ButtonLink>}
        />
      </Page>
    );
  return (
    <Suspense fallback={<LoadingGuide />}>
      <View section={section} />
    </Suspense>
  );
}

const LoadingGuide = (): ReactElement => (
  <Page title="Guides">
    <Skeleton label="Loading the guide" lines={8} />
  </Page>
);

function AllGuides(): ReactElement {
  return (
    <Page title="Guides" lead="How to use, judge, run and change Facet.">
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
