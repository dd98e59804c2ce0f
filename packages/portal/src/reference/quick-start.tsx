import type { ReactElement } from 'react';
import { CodeBlock } from '../design/code-block.js';

interface QuickStartProps {
  readonly base: string;
  readonly userId: string;
  readonly isMember: boolean;
}

/** Three calls, to be copied as they stand. */
export function QuickStart({ base, userId, isMember }: QuickStartProps): ReactElement {
  return (
    <>
      <h2>Quick start</h2>
      {isMember ? (
        <p>Your API key (user_id) is filled in below. Put a photo in place of photo.jpg.</p>
      ) : (
        <p>
          <a href="#/sign-up">Sign up</a> or <a href="#/log-in">log in</a>, and your API key (user_id) is
          filled in below.
        </p>
      )}
      <h3>Every face in a photo</h3>
      <CodeBlock
        what="Faces"
        code={`curl ${base}/get_image_attr \\\n  -H 'user_id: ${userId}' \\\n  -F 'image_attr=@photo.jpg'`}
      />
      <h3>Same person?</h3>
      <CodeBlock
        what="Match"
        code={`curl '${base}/match_faces?details=1' \\\n  -H 'user_id: ${userId}' \\\n  -F 'img_1=@first.jpg' \\\n  -F 'img_2=@second.jpg'`}
      />
      <h3>A vector to store and compare later</h3>
      <CodeBlock
        what="Vector"
        code={`curl '${base}/get_face_vec?quality=1' \\\n  -H 'user_id: ${userId}' \\\n  -F 'img=@photo.jpg'`}
      />
      <p>
        Images may also come as Base64 or as URLs in a JSON body. The <a href="#/guides/api">API guide</a>{' '}
        explains the operations one by one, the <a href="#/guides/client">client</a> has typed calls for
        JavaScript, and <a href="./openapi.json">openapi.json</a> is the document behind this reference (
        <a href="./docs/openapi.yaml">YAML</a>).
      </p>
    </>
  );
}
