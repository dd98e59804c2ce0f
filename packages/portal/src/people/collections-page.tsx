import type { CollectionCounts, CollectionList } from '@facet/client';
import { useCallback, type ReactElement } from 'react';
import { count, facesText, peopleText } from '../app/format.js';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { Loaded, useAction, useResource } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { CheckedForm } from '../design/checked-form.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { collectionPath, ID_RULE, idProblem, MAX_ID_LENGTH } from './ids.js';
import { useCollections } from './use-collections.js';

/** The collections of the account (#/people). */
export function CollectionsPage(): ReactElement {
  const call = useCollections();
  const load = useCallback(() => call((collections) => collections.list()), [call]);
  const lists = useResource(load);
  return (
    <Page
      title="People"
      lead="A collection holds people that this service remembers for you: their vectors and what you say about them, never a photo."
    >
      <Loaded of={lists} label="Loading the collections" lines={5}>
        {(list) => <Collections list={list} />}
      </Loaded>
      <p className="muted">
        A search or an enrolment counts as one call; everything else on these pages does not. People stay
        until you delete them or they expire. Ask them before you enrol them:{' '}
        <a href="#/guides/privacy">Privacy and law</a>
      </p>
    </Page>
  );
}

function Collections({
  list: { collections, used, limits },
}: {
  readonly list: CollectionList;
}): ReactElement {
  return (
    <>
      {collections.length === 0 ? (
        <p>You have no collection yet. Create one for each group that you search on its own.</p>
      ) : (
        <ul className="people-cards" aria-label="Collections">
          {collections.map(({ id, people, faces }) => (
            <li key={id}>
              <a className="people-card" href={`#${collectionPath(id)}`}>
                <strong>{id}</strong>
                <span className="muted small numbers">
                  {peopleText(people)}, {facesText(faces)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Panel title="New collection">
        <NewCollection />
        <p className="muted small numbers">Your plan: {limitsText(used, limits)}.</p>
      </Panel>
    </>
  );
}

/** "1 of 3 collections, 20 of 200 people, 60 of 1,000 faces" */
const limitsText = (used: CollectionCounts, limits: CollectionList['limits']): string =>
  (['collections', 'people', 'faces'] as const)
    .map(
      (what) =>
        `${count(used[what])} of ${limits[what] === null ? 'unlimited' : count(limits[what])} ${what}`,
    )
    .join(', ');

function NewCollection(): ReactElement {
  const call = useCollections();
  const { run, busy, failure } = useAction(async (wanted: string) => {
    await call((collections) => collections.create(wanted));
    navigate(collectionPath(wanted));
  });
  return (
    <CheckedForm
      names={['collection']}
      failure={failure}
      check={({ collection }) => ({ collection: idProblem(collection.trim()) })}
      onSubmit={({ collection }) => {
        run(collection.trim());
      }}
    >
      {(problems) => (
        <div className="field-line">
          <Field
            literal
            label="Id"
            name="collection"
            hint={`Such as office or family. ${ID_RULE}`}
            maxLength={MAX_ID_LENGTH}
            error={problems.collection}
          />
          <Button type="submit" look="primary" busy={busy}>
            Create
          </Button>
        </div>
      )}
    </CheckedForm>
  );
}
