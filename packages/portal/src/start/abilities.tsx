import type { ReactElement } from 'react';

const ABILITIES = [
  {
    name: 'Detect',
    call: '/get_image_attr',
    text: 'Every face of a photo with its rectangle, 68 named points, age range and gender.',
  },
  {
    name: 'Match',
    call: '/match_faces',
    text: 'The distance of two faces. Below 0.5, they are the same person.',
  },
  {
    name: 'Vector',
    call: '/get_face_vec',
    text: 'A face as 128 numbers to keep as a template, with a gate for size, light and pose.',
  },
  {
    name: 'Search',
    call: '/get_face_vec',
    text: 'Who is on this photo? Compare one vector with many. The templates stay with you.',
  },
] as const;

export function Abilities(): ReactElement {
  return (
    <section aria-labelledby="abilities" className="stack">
      <h2 id="abilities">What it does</h2>
      <ul className="abilities">
        {ABILITIES.map(({ name, call, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
            <code className="muted">{call}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
