import type { ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { ButtonLink } from '../design/button.js';
import { CodeBlock } from '../design/code-block.js';
import { DemoPicture } from './demo-picture.js';
import { Abilities } from './abilities.js';
import './start.css';

const ANSWER = `{ "status": "ok", "code": "1000", "success": true,
  "message": "Fetched attributes.",
  "data": { "attributes": {
    "face_id_0": {
      "age": "20-40",
      "gender": "female", "gender_confidence": 0.966,
      "face_rectangle": [592, 337, 801, 608],
      "landmarks": { "faceLandMark": {
        "chin": { "x": 680, "y": 606 }, … } } },
    …
    "image_size": [1350, 1920] } } }`;

export function StartPage(): ReactElement {
  return (
    <div className="start">
      <Page
        title="Images in, numbers out, nothing kept."
        windowTitle="Faces in photos, as numbers"
        lead="Facet finds every face in a photo, places 68 points on it, estimates age and gender, and tells whether two photos show the same person. It runs on its operator’s own machine: no picture leaves it, and none is stored."
      >
        <WaysIn />
        <DemoPicture />
        <Abilities />
        <section className="start-try" aria-labelledby="try">
          <div className="stack">
            <h2 id="try">One call away</h2>
            <p>
              Sign up, choose a plan, copy your user id. Then every language that speaks HTTP will do; this is{' '}
              <code>curl</code>:
            </p>
            <p className="muted">
              The <a href={serviceUrl('/docs')}>API reference</a> has all four operations to try on the page,
              and the <a href="#/errors">error codes</a> say what each one means.
            </p>
          </div>
          <div className="stack">
            <CodeBlock
              what="curl"
              code={`curl -H "user_id: $USER_ID" \\\n  -F image_attr=@photo.jpg \\\n  ${serviceUrl('/get_image_attr')}`}
            />
            <CodeBlock what="Answer (shortened)" code={ANSWER} />
          </div>
        </section>
      </Page>
    </div>
  );
}

function WaysIn(): ReactElement {
  const { account, service } = useSession();
  return (
    <div className="row start-ways">
      {account !== null ? (
        <ButtonLink look="primary" href="#/playground/detect">
          Open the playground
        </ButtonLink>
      ) : service?.sign_up === 'closed' ? (
        <ButtonLink look="primary" href="#/log-in">
          Log in
        </ButtonLink>
      ) : (
        <ButtonLink look="primary" href="#/sign-up">
          Sign up and try it
        </ButtonLink>
      )}
      <ButtonLink href={serviceUrl('/docs')}>API reference</ButtonLink>
    </div>
  );
}
