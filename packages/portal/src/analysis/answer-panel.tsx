import { useState, type ReactElement, type ReactNode } from 'react';
import { serviceUrl } from '../api/call.js';
import { CodeBlock } from '../design/copy.js';
import { Tabs } from '../design/tabs.js';
import { FACE_DETAILS } from './analyse.js';
import { FaceCards } from './face-cards.js';
import { facesText } from './face-words.js';
import { JsonView } from './json-view.js';
import type { SeenFaces } from './face.js';

interface AnswerPanelProps {
  /** null: there is no answer to show. */
  readonly seen: SeenFaces | null;
  /** The answer as it came. */
  readonly text: string;
  readonly href: string | null;
  readonly fileName: string;
  readonly lit: number | null;
  readonly onLight: (id: number | null) => void;
  /** Shown instead of the faces while there is no answer. */
  readonly children?: ReactNode;
  /** Stays below the answer. */
  readonly footer?: ReactNode;
}

type TabName = 'faces' | 'json' | 'code';

/** An answer three ways: in words, as the JSON that came, and as the call that asks for it. */
export function AnswerPanel(props: AnswerPanelProps): ReactElement {
  const { seen, text, href, fileName, lit, onLight, children, footer } = props;
  const [tab, setTab] = useState<TabName>('faces');
  const count = seen === null ? 'Faces' : seen.faces.length === 0 ? 'Faces' : facesText(seen.faces.length);
  return (
    <div className="answer-panel">
      <Tabs
        label="The answer"
        tabs={[
          { id: 'faces', label: count },
          { id: 'json', label: 'JSON' },
          { id: 'code', label: 'Code' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <div className="answer-scroll">
          {tab === 'faces' && (seen === null || seen.faces.length === 0) && (children ?? <NoFace />)}
          {tab === 'faces' && seen !== null && seen.faces.length > 0 && (
            <FaceCards seen={seen} href={href} lit={lit} onLight={onLight} />
          )}
          {tab === 'json' && (seen === null ? (children ?? null) : <JsonView text={text} />)}
          {tab === 'code' && <Code fileName={fileName} />}
        </div>
      </Tabs>
      {footer}
    </div>
  );
}

function NoFace(): ReactElement {
  return (
    <p className="answer-empty">
      No face found. Try a photo in which a face is larger, brighter, or turned to the camera.
    </p>
  );
}

function Code({ fileName }: { readonly fileName: string }): ReactElement {
  const curl = [
    'curl -H "user_id: $USER_ID" \\',
    `  -F 'image_attr=@${fileName.replaceAll("'", String.raw`'\''`)}' \\`,
    `  '${serviceUrl('/get_image_attr')}?return_attributes=${FACE_DETAILS}'`,
  ].join('\n');
  return (
    <div className="stack">
      <CodeBlock what="curl" code={curl} />
      <p className="small muted">
        The same call from your own program. <a href="#/sign-up">Sign up</a> for an API key (user_id); the{' '}
        <a href="#/reference">API reference</a> has every operation and other languages.
      </p>
    </div>
  );
}
