import type { PersonWithFaces } from '@facet/client';
import { useCallback, type ReactElement } from 'react';
import { date, facesText, moment } from '../app/format.js';
import { Page } from '../app/page.js';
import { Loaded, useResource } from '../app/use-api.js';
import { ButtonLink } from '../design/button.js';
import { FactList, type Fact } from '../design/fact-list.js';
import { Panel } from '../design/panel.js';
import { Avatar } from './avatar.js';
import {
  DeleteFace,
  DeletePerson,
  EditPerson,
  MergePerson,
  MoveFace,
  type Change,
} from './person-changes.js';
import { collectionPath } from './ids.js';
import { useCollections } from './use-collections.js';
import { nameOf, untilText } from './words.js';

interface PersonPageProps {
  readonly collection: string;
  readonly id: string;
}

/** One person of a collection (#/people/office/ada). */
export function PersonPage({ collection, id }: PersonPageProps): ReactElement {
  const call = useCollections();
  const load = useCallback(
    () => call((collections) => collections.getPerson(collection, id)),
    [call, collection, id],
  );
  const loaded = useResource(load);
  const [resource, , replace] = loaded;
  const name = resource.state === 'ready' ? nameOf(resource.value.person) : id;
  return (
    <Page
      title={name}
      lead={
        <>
          <a href="#/people">Collections</a> · <a href={`#${collectionPath(collection)}`}>{collection}</a>
        </>
      }
    >
      <Loaded of={loaded} label="Loading the person" lines={8}>
        {(known) => (
          <KnownPerson
            known={known}
            change={{
              collection,
              person: known.person,
              onChanged: async () => {
                replace(await load());
              },
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface KnownPersonProps {
  readonly known: PersonWithFaces;
  readonly change: Change;
}

function KnownPerson({ known: { person, faces }, change }: KnownPersonProps): ReactElement {
  const { collection } = change;
  return (
    <div className="people-columns">
      <Panel title="Known about this person">
        <Avatar name={nameOf(person)} large />
        <FactList className="people-facts" facts={factsOf(person)} />
        <div className="row">
          <EditPerson {...change} />
          <MergePerson {...change} />
          <DeletePerson {...change} />
        </div>
      </Panel>
      <Panel
        title={facesText(faces.length)}
        actions={
          <ButtonLink
            small
            look="primary"
            href={`#${collectionPath(collection, { tab: 'enrol', person: person.id })}`}
          >
            Add a face
          </ButtonLink>
        }
      >
        {faces.length === 0 ? (
          <p>Without a face, nobody finds this person.</p>
        ) : (
          <ul className="people-faces" aria-label="Faces">
            {faces.map(({ id, createdAt }) => (
              <li key={id}>
                <span>
                  <strong>Face {id}</strong>{' '}
                  <span className="muted small">enrolled {moment(createdAt.toISOString())}</span>
                </span>
                <span className="row">
                  <MoveFace {...change} face={id} />
                  <DeleteFace {...change} face={id} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="muted small">A face here is a vector. There is no photo of it.</p>
      </Panel>
    </div>
  );
}

const factsOf = ({ id, createdAt, expiresAt, consent, metadata }: PersonWithFaces['person']): Fact[] => [
  { label: 'Id', text: id },
  { label: 'Added', text: date(createdAt.toISOString()) },
  { label: 'Kept', text: expiresAt === null ? 'until you delete them' : `until ${untilText(expiresAt)}` },
  { label: 'Consent', text: consent ?? 'No reference' },
  ...(metadata === null ? [] : [{ label: 'Metadata', text: JSON.stringify(metadata) }]),
];
