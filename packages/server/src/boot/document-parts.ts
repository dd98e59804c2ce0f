import { SESSION_COOKIE } from '../accounts/index.js';
import { withFacesByName } from '../faces/index.js';
import type { DocumentParts } from '../http/openapi/document.js';

const ABOUT_COLLECTIONS = `People that the service remembers, where its operator has turned collections on
(FACET_COLLECTIONS): vectors and what you say about a person, never a photo. Enrolment, search and verification count
as calls; the other requests do not, but the rate limit of the plan applies to them. A collection of another account
cannot be told from one that does not exist.`;

const ABOUT_ACCOUNTS = `What the portal uses: users, their plan, API keys and usage.

A request that changes something has a JSON body, \`{}\` if it has nothing to say. Sent by a browser, it must come
from a page of the service itself: its \`Origin\` (or \`Referer\`) must be the service's own, and \`Sec-Fetch-Site\`
must be \`same-origin\`. A request with none of these headers comes from no browser, and is let pass.`;

const ABOUT_ADMIN = `What the admin pages of the portal use. The session must belong to an admin
(\`facet-admin admins make\`) whose account is not suspended. Every change asks for the admin's password
and is recorded in the audit log. Requests of browsers are checked as for accounts.`;

/** What the OpenAPI document says beside its routes. */
export const documentParts: DocumentParts = {
  tags: [
    { name: 'Faces', description: 'The operations on images.' },
    { name: 'Collections', description: ABOUT_COLLECTIONS },
    { name: 'Liveness', description: 'Whether a person is in front of the camera.' },
    { name: 'Account', description: ABOUT_ACCOUNTS },
    { name: 'Admin', description: ABOUT_ADMIN },
    { name: 'Service', description: 'Health, metrics and this document.' },
  ],
  sessionCookie: SESSION_COOKIE,
  formComponents: { ImageFaces: withFacesByName },
};
