import type { ReactElement } from 'react';

/** Accuracy and speed as the README states them. */
export function MeasuredFigures(): ReactElement {
  return (
    <section aria-labelledby="measured" className="stack">
      <h2 id="measured">Measured on public data</h2>
      <dl className="figures">
        {MEASURED.map(({ question, shown, meaning }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd className="figure">{shown}</dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="#/guides/accuracy">
          How it was measured, for whom it works less well, and what it is not good at
        </a>
      </p>
    </section>
  );
}

/** A figure of the README's table "Why trust it"; a test compares the two. */
interface Measured {
  /** The row of the table. */
  readonly question: string;
  /** As the table writes it. */
  readonly figure: string;
  /** How it is set in large type. */
  readonly shown: string;
  readonly meaning: string;
  /** Further figures of the same row that the meaning quotes. */
  readonly quotes: readonly string[];
}

export const MEASURED: readonly Measured[] = [
  {
    question: 'How often do two strangers match?',
    figure: '1.3 in 10,000',
    shown: '1.3 in 10,000',
    meaning: 'pairs of strangers match (LFW, 1.2 million pairs), while 1.1 % of same-person pairs are missed',
    quotes: ['LFW, 1.2 million pairs', '1.1 % of same-person pairs are missed'],
  },
  {
    question: 'Are the landmarks right?',
    figure: '3.50 %',
    shown: '3.50 %',
    meaning: 'mean error of the 68 points on 300-W, relative to the eye distance',
    quotes: ['300-W, relative to the eye distance'],
  },
  {
    question: 'Are age and gender right?',
    figure: 'age range 77.8 %, gender 88.9 %',
    shown: '88.9 %',
    meaning: 'gender, and age range 77.8 % (FairFace); worse for children and Black people',
    quotes: ['FairFace', 'worse for children and Black people', '77.8 %', '88.9 %'],
  },
  {
    question: 'Is it fast?',
    figure: 'vectors and analyses 15 times',
    shown: '15 ×',
    meaning: 'as fast as face-api for a vector on x64, 6.7 times on arm64',
    quotes: ['as fast as face-api', 'x64', 'on arm64 6.7'],
  },
];

/** From the README: what a search among many costs. */
export const SEARCH_CLAIM = 'about 23 ms';
