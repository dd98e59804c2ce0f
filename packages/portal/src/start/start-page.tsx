import type { ReactElement } from 'react';
import { facesRequest, placeholderImage } from '../analysis/request.js';
import { serviceBase } from '../api/call.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { ButtonLink } from '../design/button.js';
import { curlSample, KEY_OF_ENVIRONMENT } from '../code/curl-sample.js';
import { CodeBlock } from '../design/copy.js';
import { MeasuredFigures, SEARCH_CLAIM } from './measured-figures.js';
import { TryIt } from './try-it.js';
import './start.css';

export function StartPage(): ReactElement {
  return (
    <div className="start">
      <Page
        title="Photos in, numbers out."
        windowTitle="Faces in photos, as numbers"
        lead="Drop in a photo: every face comes back with 68 points, age, gender and expression. Facet runs on your own machine and stores no photo."
      >
        <TryIt />
        <Abilities />
        <MeasuredFigures />
        <div className="start-pair">
          <RunIt />
          <Privacy />
        </div>
        <WaysIn />
      </Page>
    </div>
  );
}

function RunIt(): ReactElement {
  return (
    <section aria-labelledby="run" className="stack">
      <h2 id="run">Run it yourself</h2>
      <p>
        One command on any machine with Node. No GPU, no compiler, no Python, no third-party account. It
        starts this page, the API and its reference.
      </p>
      <CodeBlock what="Start the service" code="npm start" />
      <CodeBlock
        what="Your first call"
        code={curlSample(facesRequest(placeholderImage('photo.jpg')), {
          baseUrl: serviceBase(),
          apiKey: KEY_OF_ENVIRONMENT,
        })}
      />
    </section>
  );
}

function Privacy(): ReactElement {
  const keepsPeople = useSession().service?.collections === true;
  return (
    <section aria-labelledby="privacy" className="stack">
      <h2 id="privacy">{keepsPeople ? 'What is kept' : 'Nothing is kept'}</h2>
      <ul className="start-promises">
        <li>
          <strong>No photo is stored.</strong> {keepsPeople ? 'Images are' : 'Images and vectors are'} never
          written to a disk, a database or a log.
        </li>
        <li>
          <strong>Nothing leaves the machine.</strong> The service sends no photo to another service, and this
          page loads nothing from other hosts.
        </li>
        {keepsPeople ? (
          <li>
            <strong>Vectors only where you enrol people.</strong> Accounts of this service can keep people in
            collections: their vectors and names, until they are deleted or expire. All other vectors stay
            with you.
          </li>
        ) : (
          <li>
            <strong>Vectors stay with you.</strong> A search runs in your own program; this page stores
            vectors in your browser.
          </li>
        )}
        <li>
          <strong>Know the limits.</strong> A match alone does not see whether somebody is there, and age and
          gender are estimates. Ask people before you analyse their faces.
        </li>
      </ul>
      <p>
        <a href="#/guides/privacy">Privacy and law</a>
      </p>
    </section>
  );
}

function WaysIn(): ReactElement {
  const { account, service } = useSession();
  return (
    <section className="start-end" aria-labelledby="begin">
      <h2 id="begin">Build with it</h2>
      <p className="muted">
        Four operations over HTTP, clients for TypeScript and Python, and a clear error for everything that
        can go wrong.
      </p>
      <div className="row">
        {account !== null ? (
          <ButtonLink look="primary" href="#/playground">
            Open the playground
          </ButtonLink>
        ) : service?.sign_up === 'closed' ? (
          <ButtonLink look="primary" href="#/log-in">
            Log in
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href="#/sign-up">
            Get an API key
          </ButtonLink>
        )}
        <ButtonLink href="#/guides/getting-started">Getting started</ButtonLink>
        <ButtonLink href="#/reference">API reference</ButtonLink>
      </div>
    </section>
  );
}

const ABILITIES = [
  {
    name: 'Faces',
    panel: 'faces',
    call: '/get_image_attr',
    question: 'Every face in a photo',
    text: 'Rectangle, 68 named points, age, gender, expression, pose and photo quality.',
  },
  {
    name: 'Match',
    panel: 'match',
    call: '/match_faces',
    question: 'Same person?',
    text: 'The distance between two faces. Below 0.5, they count as the same person.',
  },
  {
    name: 'Search',
    panel: 'search',
    call: '/get_face_vec',
    question: 'Who is in this photo?',
    text: `One face against many, a million of them in ${SEARCH_CLAIM}. The vectors stay with you.`,
  },
  {
    name: 'Vector',
    panel: 'vector',
    call: '/get_face_vec',
    question: 'A face as 128 numbers',
    text: 'Numbers to store and compare later, with a check of size, light and pose.',
  },
] as const;

function Abilities(): ReactElement {
  return (
    <section aria-labelledby="abilities" className="stack">
      <h2 id="abilities">What it does</h2>
      <ul className="abilities">
        {ABILITIES.map(({ name, panel, call, question, text }) => (
          <li key={name}>
            <h3>
              <a href={`#/playground/${panel}`}>{name}</a>
            </h3>
            <p className="ability-question">{question}</p>
            <p className="muted">{text}</p>
            <code className="muted">{call}</code>
          </li>
        ))}
      </ul>
      <p>
        It works on live video too: see the <a href="#/live">live camera</a>, let it guide you to an{' '}
        <a href="#/live/enrol">enrolment photo</a>, or <a href="#/live/prove">prove that you are there</a>.
      </p>
    </section>
  );
}
