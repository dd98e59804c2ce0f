import { useState, type ReactElement, type ReactNode } from 'react';
import { serviceUrl } from '../api/call.js';
import { curlFacesCommand } from '../playground/code/sample-parts.js';
import { CodeBlock } from '../design/copy.js';
import { Tabs } from '../design/tabs.js';
import { FaceCards } from './face-cards.js';
import { facesText, NO_FACE_ADVICE } from './face-text.js';
import { JsonView } from './json-view.js';
import { FACE_DETAILS } from './request.js';
import type { Detection } from './face.js';
import type { Highlight } from './highlight.js';

interface ResponsePanelProps {
  /** null: there is no response to show. */
  readonly detection: Detection | null;
  /** The raw response. */
  readonly text: string;
  readonly href: string | null;
  readonly fileName: string;
  readonly highlight: Highlight;
  /** Shown instead of the faces while there is no response. */
  readonly children?: ReactNode;
  /** Stays below the response. */
  readonly footer?: ReactNode;
}

type TabName = 'faces' | 'json' | 'code';

/** A response in three views: a card for each face, the raw JSON, and the call as code. */
export function ResponsePanel(props: ResponsePanelProps): ReactElement {
  const { detection, text, href, fileName, highlight, children, footer } = props;
  const [tab, setTab] = useState<TabName>('faces');
  const count =
    detection === null ? 'Faces' : detection.faces.length === 0 ? 'Faces' : facesText(detection.faces.length);
  return (
    <div className="response-panel">
      <Tabs
        label="The response"
        tabs={[
          { id: 'faces', label: count },
          { id: 'json', label: 'JSON' },
          { id: 'code', label: 'Code' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <div className="response-scroll">
          {tab === 'faces' &&
            (detection === null || detection.faces.length === 0) &&
            (children ?? <NoFace />)}
          {tab === 'faces' && detection !== null && detection.faces.length > 0 && (
            <FaceCards detection={detection} href={href} highlight={highlight} />
          )}
          {tab === 'json' && (detection === null ? (children ?? null) : <JsonView text={text} />)}
          {tab === 'code' && <Code fileName={fileName} />}
        </div>
      </Tabs>
      {footer}
    </div>
  );
}

function NoFace(): ReactElement {
  return <p className="response-empty">No face found. {NO_FACE_ADVICE}</p>;
}

function Code({ fileName }: { readonly fileName: string }): ReactElement {
  const url = `${serviceUrl('/get_image_attr')}?return_attributes=${FACE_DETAILS}`;
  return (
    <div className="stack">
      <CodeBlock what="curl" code={curlFacesCommand(url, fileName)} />
      <p className="small muted">
        The same call from your own program. <a href="#/sign-up">Sign up</a> for an API key (user_id); the{' '}
        <a href="#/reference">API reference</a> has every operation and other languages.
      </p>
    </div>
  );
}
