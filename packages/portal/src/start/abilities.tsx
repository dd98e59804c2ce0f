import type { ReactElement } from 'react';
import { SEARCH_CLAIM } from './measured.js';

const ABILITIES = [
  {
    name: 'Faces',
    call: '/get_image_attr',
    question: 'Every face in a photo',
    text: 'Rectangle, 68 named points, age, gender, expression, pose and photo quality.',
  },
  {
    name: 'Match',
    call: '/match_faces',
    question: 'Same person?',
    text: 'The distance between two faces. Below 0.5, they count as the same person.',
  },
  {
    name: 'Search',
    call: '/get_face_vec',
    question: 'Who is in this photo?',
    text: `One face against many, a million of them in ${SEARCH_CLAIM}. The templates stay with you.`,
  },
  {
    name: 'Vector',
    call: '/get_face_vec',
    question: 'A face as 128 numbers',
    text: 'A template to store and compare later, with a check of size, light and pose.',
  },
] as const;

export function Abilities(): ReactElement {
  return (
    <section aria-labelledby="abilities" className="stack">
      <h2 id="abilities">What it does</h2>
      <ul className="abilities">
        {ABILITIES.map(({ name, call, question, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p className="ability-question">{question}</p>
            <p className="muted">{text}</p>
            <code className="muted">{call}</code>
          </li>
        ))}
      </ul>
      <p>
        It works on live video too: see the <a href="#/live">live camera</a>, or let it guide you to an{' '}
        <a href="#/live/enrol">enrolment photo</a>.
      </p>
    </section>
  );
}
