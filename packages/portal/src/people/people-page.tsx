import type { ReactElement } from 'react';
import { CollectionPage } from './collection-page.js';
import { CollectionsPage } from './collections-page.js';
import { isId } from './ids.js';
import { PersonPage } from './person-page.js';
import '../analysis/analysis.css';
import '../camera/camera.css';
import '../playground/faces/faces.css';
import '../playground/playground.css';
import './people.css';

interface PeoplePageProps {
  /** What follows '/people/': nothing, a collection, or a collection and a person. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The people that the service keeps for the account. */
export default function PeoplePage({ path, query }: PeoplePageProps): ReactElement {
  const [collection = '', person = ''] = path.split('/');
  if (!isId(collection)) return <CollectionsPage />;
  if (!isId(person)) return <CollectionPage key={collection} id={collection} query={query} />;
  return <PersonPage key={path} collection={collection} id={person} />;
}
