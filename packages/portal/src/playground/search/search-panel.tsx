import type { ReactElement } from 'react';
import { EmptyState } from '../../design/empty-state.js';
import { Notice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { Skeleton } from '../../design/spinner.js';
import { useToast } from '../../design/toast.js';
import { randomId } from '../photo/random-id.js';
import { useWorkbench } from '../workbench.js';
import { EnrolForm } from './enrol-form.js';
import { FindPeople } from './find-people.js';
import { MOST_PEOPLE, withTemplates, type Person, type Template } from './gallery.js';
import type { ImportedPerson } from './gallery-file.js';
import { GalleryTools } from './gallery-tools.js';
import { PeopleList } from './people-list.js';
import { useGallery } from './use-gallery.js';

/** Enrol people, then find who is on a photo. The service keeps nothing; this browser does. */
export function SearchPanel(): ReactElement {
  const { email } = useWorkbench();
  const toast = useToast();
  const { people, problem, put, remove, clear } = useGallery(email);
  if (people === null) return <Skeleton label="Reading who is enrolled" />;

  async function enrol(name: string, templates: readonly Template[]): Promise<void> {
    await put([withTemplates(people ?? [], name, templates, randomId)]);
  }

  async function importPeople(imported: readonly ImportedPerson[]): Promise<string> {
    const merged = imported.reduce<readonly Person[]>((all, { name, templates }) => {
      const person = withTemplates(all, name, templates, randomId);
      return [...all.filter(({ id }) => id !== person.id), person];
    }, people ?? []);
    if (merged.length > MOST_PEOPLE)
      return `This page holds up to ${MOST_PEOPLE} people; nothing was imported.`;
    await put(merged);
    return imported.length === 1 ? 'One person was imported.' : `${imported.length} people were imported.`;
  }

  return (
    <div className="stack-loose">
      <Notice title="Templates never leave this browser">
        <p>
          A photo goes to the service, comes back as 128 numbers, and is forgotten. The numbers are kept here,
          in your browser, and compared here. The more people are enrolled, the nearer a face must be to count
          as found.
        </p>
      </Notice>
      {problem !== null && (
        <Notice tone="warn" announce>
          <p>{problem}</p>
        </Notice>
      )}
      <div className="pg-pair">
        <Panel title="Enrol somebody">
          <EnrolForm people={people} onEnrol={enrol} />
        </Panel>
        <Panel title={people.length === 0 ? 'Enrolled people' : `Enrolled people (${people.length})`}>
          {people.length === 0 ? (
            <EmptyState title="Nobody yet">
              Type a name, give one or more photos of that person, and they appear here.
            </EmptyState>
          ) : (
            <PeopleList
              people={people}
              onRename={(person, name) => void put([{ ...person, name }])}
              onRemove={(person) => {
                void remove(person.id).then(() => {
                  toast(`${person.name} is removed from this browser.`);
                });
              }}
            />
          )}
          <GalleryTools people={people} onImport={importPeople} onClear={clear} />
        </Panel>
      </div>
      <FindPeople people={people} />
    </div>
  );
}
