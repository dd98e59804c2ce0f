import { useState, type ReactElement, type ReactNode } from 'react';
import { serviceBase, serviceUrl } from '../api/call.js';
import { curlSample, KEY_OF_ENVIRONMENT } from '../code/curl-sample.js';
import { CodeBlock } from '../design/copy.js';
import { Tabs } from '../design/tabs.js';
import { FaceCards } from './face-cards.js';
import { foundText, NO_FACE_ADVICE } from './face-text.js';
import { JsonView } from './json-view.js';
import { FACE_DETAILS, facesRequest, placeholderImage, type ApiRequest } from './request.js';
import type { Detection } from './face.js';
import type { Highlight } from './highlight.js';

interface ResponsePanelProps {
  /** null: there is no response to show. */
  readonly detection: Detection | null;
  /** The raw response. */
  readonly text: string;
  readonly href: string | null;
  readonly fileName: string;
  /** The value of `return_attributes` in the call as code. */
  readonly attributes?: string;
  /** Whether this page computed the response itself; then the code does so too. */
  readonly inPage?: boolean;
  readonly highlight: Highlight;
  /** Who the faces are, by their numbers, where that is known. */
  readonly names?: ReadonlyMap<number, string>;
  /** Shown instead of the faces of a picture that has none. */
  readonly noFace?: string;
  /** Shown instead of the faces while there is no response. */
  readonly children?: ReactNode;
  /** Stays below the response. */
  readonly footer?: ReactNode;
}

type TabName = 'faces' | 'json' | 'code';

/** A response in three views: a card for each face, the raw JSON, and the call as code. */
export function ResponsePanel(props: ResponsePanelProps): ReactElement {
  const {
    detection,
    text,
    href,
    fileName,
    attributes = FACE_DETAILS,
    inPage = false,
    noFace = NO_FACE,
    highlight,
    names,
    children,
    footer,
  } = props;
  const [tab, setTab] = useState<TabName>('faces');
  const count =
    detection === null ? 'Faces' : detection.faces.length === 0 ? 'Faces' : foundText(detection.faces.length);
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
          {tab !== 'code' && detection === null && children}
          {tab === 'faces' &&
            detection !== null &&
            (detection.faces.length === 0 ? (
              <p className="response-empty">{noFace}</p>
            ) : (
              <FaceCards detection={detection} href={href} highlight={highlight} names={names} />
            ))}
          {tab === 'json' && detection !== null && <JsonView text={text} />}
          {tab === 'code' && inPage && <InPageCode />}
          {tab === 'code' && !inPage && <Code fileName={fileName} attributes={attributes} />}
        </div>
      </Tabs>
      {footer}
    </div>
  );
}

const NO_FACE = `No face found. ${NO_FACE_ADVICE}`;

interface CodeProps {
  readonly fileName: string;
  readonly attributes: string;
}

function Code({ fileName, attributes }: CodeProps): ReactElement {
  const request: ApiRequest = {
    ...facesRequest(placeholderImage(fileName)),
    query: [['return_attributes', attributes]],
  };
  const context = { baseUrl: serviceBase(), apiKey: KEY_OF_ENVIRONMENT };
  return (
    <div className="stack">
      <CodeBlock what="curl" code={curlSample(request, context)} />
      <p className="small muted">
        The same call from your own program. <a href="#/sign-up">Sign up</a> for an API key; the{' '}
        <a href="#/reference">API reference</a> has every operation and other languages.
      </p>
    </div>
  );
}

function InPageCode(): ReactElement {
  return (
    <div className="stack">
      <CodeBlock
        what="JavaScript"
        code={`import { openFacet } from '@facet/browser';

const facet = await openFacet({ models: '${serviceUrl('/models/')}' });
const { faces } = await facet.analyse(photo, {
  extras: ['quality', 'expression'],
});`}
      />
      <p className="small muted">
        The same in your own web page: no call, no API key. The <a href="#/reference">API reference</a> has
        the calls of the server.
      </p>
    </div>
  );
}
