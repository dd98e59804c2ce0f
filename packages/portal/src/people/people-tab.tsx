import type { PeoplePage, Person } from '@facet/client';
import { useCallback, useState, type ReactElement } from 'react';
import { facesText } from '../app/format.js';
import { navigate } from '../app/route.js';
import { Loaded, MoreButton, usePages, useResource } from '../app/use-api.js';
import { Button, ButtonLink } from '../design/button.js';
import { Field } from '../design/field.js';
import { EmptyState } from '../design/states.js';
import { Avatar } from './avatar.js';
import { collectionPath, isId, MAX_ID_LENGTH, personPath } from './ids.js';
import { useCollections } from './use-collections.js';
import { nameOf, untilText } from './words.js';

const PAGE_SIZE = 48;

interface PeopleTabProps {
  readonly collection: string;
  /** What their ids begin with; it is in the address, so that it is still there after going back. */
  readonly prefix: string;
}

/** Everybody in a collection, page by page. */
export function PeopleTab({ collection, prefix }: PeopleTabProps): ReactElement {
  const call = useCollections();
  const page = useCallback(
    (after: string | null) =>
      call((collections) =>
        collections.listPeople(collection, { prefix, limit: PAGE_SIZE, ...(after !== null && { after }) }),
      ),
    [call, collection, prefix],
  );
  const load = useCallback(() => page(null), [page]);
  const loaded = useResource(load);
  return (
    <div className="stack">
      <PrefixSearch key={prefix} collection={collection} prefix={prefix} />
      <Loaded of={loaded} label="Loading the people" lines={6}>
        {(first) => <Cards collection={collection} prefix={prefix} first={first} load={page} />}
      </Loaded>
    </div>
  );
}

function PrefixSearch({ collection, prefix }: PeopleTabProps): ReactElement {
  const [text, setText] = useState(prefix);
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      role="search"
      className="field-line"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted !== '' && !isId(wanted)) setError('No id begins like this.');
        else navigate(collectionPath(collection, wanted === '' ? {} : { prefix: wanted }));
      }}
    >
      <Field
        literal
        label="Find by id"
        hint="The beginning of the id. Upper and lower case differ."
        maxLength={MAX_ID_LENGTH}
        value={text}
        error={error}
        onChange={(typed) => {
          setText(typed);
          setError(undefined);
        }}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

interface CardsProps extends PeopleTabProps {
  readonly first: PeoplePage;
  readonly load: (after: string | null) => Promise<PeoplePage>;
}

function Cards({ collection, prefix, first, load }: CardsProps): ReactElement {
  const pages = usePages(first, load, ({ people }) => people);
  if (pages.items.length === 0)
    return prefix === '' ? (
      <EmptyState
        title="Nobody is enrolled yet"
        actions={
          <ButtonLink look="primary" href={`#${collectionPath(collection, { tab: 'enrol' })}`}>
            Enrol somebody
          </ButtonLink>
        }
      >
        Enrol people from a photo of each, or with the camera.
      </EmptyState>
    ) : (
      <p>No id begins with “{prefix}”.</p>
    );
  return (
    <>
      <ul className="people-cards" aria-label="People">
        {pages.items.map((person) => (
          <li key={person.id}>
            <PersonCard collection={collection} person={person} />
          </li>
        ))}
      </ul>
      <MoreButton pages={pages} label="Show more people" />
    </>
  );
}

interface PersonCardProps {
  readonly collection: string;
  readonly person: Person;
}

function PersonCard({ collection, person }: PersonCardProps): ReactElement {
  const { id, displayName, faces, expiresAt } = person;
  return (
    <a className="people-card people-card-person" href={`#${personPath(collection, id)}`}>
      <Avatar name={nameOf(person)} />
      <span className="people-card-text">
        <strong>{nameOf(person)}</strong>
        <span className="muted small numbers">
          {displayName !== null && `${id} · `}
          {facesText(faces)}
          {expiresAt !== null && ` · until ${untilText(expiresAt)}`}
        </span>
      </span>
    </a>
  );
}
