import type { Collection } from '@facet/client';
import { useCallback, useState, type ReactElement } from 'react';
import { facesText, peopleText } from '../app/format.js';
import { download } from '../app/download.js';
import { ActionDialog } from '../app/form-dialog.js';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { Loaded, useAction, useResource } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { ErrorNotice } from '../design/states.js';
import { Tabs } from '../design/tabs.js';
import { useToast } from '../design/toast.js';
import { EnrolTab } from './enrol-tab.js';
import type { FaceToEnrol } from './face-to-enrol.js';
import { collectionPath } from './ids.js';
import { PeopleTab } from './people-tab.js';
import { SearchTab } from './search-tab.js';
import { useCollections } from './use-collections.js';

const TABS = [
  { id: 'people', label: 'People' },
  { id: 'search', label: 'Search by photo' },
  { id: 'enrol', label: 'Enrol' },
] as const;

type Tab = (typeof TABS)[number]['id'];

interface CollectionPageProps {
  readonly id: string;
  /** `tab`, `prefix` of the people, and `person` to enrol. */
  readonly query: URLSearchParams;
}

/** One collection (#/people/office). */
export function CollectionPage({ id, query }: CollectionPageProps): ReactElement {
  const call = useCollections();
  const load = useCallback(() => call((collections) => collections.get(id)), [call, id]);
  const loaded = useResource(load);
  const [resource, , replace] = loaded;
  // A face of a searched photo that is to be enrolled.
  const [found, setFound] = useState<FaceToEnrol | null>(null);
  const tab: Tab = TABS.find((one) => one.id === query.get('tab'))?.id ?? 'people';
  const select = (to: Tab): void => {
    navigate(collectionPath(id, to === 'people' ? {} : { tab: to }));
  };
  const changed = (): void => {
    // The counts are all that changes; without a response the old ones stay.
    load().then(replace, () => undefined);
  };
  return (
    <Page
      title={id}
      lead={
        <>
          <a href="#/people">Collections</a>
          {resource.state === 'ready' && ` · ${countsText(resource.value)}`}
        </>
      }
    >
      <Loaded of={loaded} label="Loading the collection" lines={8}>
        {(collection) => (
          <>
            <CollectionTools collection={collection} />
            <Tabs label="What to do in the collection" tabs={TABS} selected={tab} onSelect={select}>
              {tab === 'people' && <PeopleTab collection={id} prefix={query.get('prefix') ?? ''} />}
              {tab === 'search' && (
                <SearchTab
                  collection={collection}
                  onEnrol={(face) => {
                    setFound(face);
                    select('enrol');
                  }}
                />
              )}
              {tab === 'enrol' && (
                <EnrolTab
                  collection={id}
                  person={query.get('person')}
                  first={found}
                  onEnrolled={() => {
                    setFound(null);
                    changed();
                  }}
                />
              )}
            </Tabs>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const countsText = ({ people, faces }: Collection): string => `${peopleText(people)}, ${facesText(faces)}`;

function CollectionTools({ collection }: { readonly collection: Collection }): ReactElement {
  const { id, faces } = collection;
  const call = useCollections();
  const toast = useToast();
  const { run, busy, failure } = useAction(async () => {
    const file = await call(async (collections) => new Response(await collections.export(id)).blob());
    download(file, `${id}.facet`);
  });
  return (
    <div className="stack">
      <div className="row">
        <Button small busy={busy} disabled={faces === 0} onClick={run}>
          Export
        </Button>
        <ActionDialog
          danger
          small
          label="Delete collection"
          title={`Delete ${id}?`}
          button="Delete for good"
          work={async () => {
            await call((collections) => collections.delete(id));
            toast(`The collection ${id} is deleted.`);
            navigate('/people');
          }}
        >
          <p>
            {countsText(collection)}: all of them are deleted, with their names. This cannot be undone. There
            are no photos here to enrol them from again, so export the collection first if you may need it.
          </p>
        </ActionDialog>
      </div>
      {failure !== null && <ErrorNotice failure={failure} />}
    </div>
  );
}
