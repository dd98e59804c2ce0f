import type { Mail } from './mail.js';

/** The link to the portal's page for a new password. The part after the # never reaches a server's log. */
export const resetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/#/reset?token=${encodeURIComponent(token)}`;

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Facet',
  text: `Hello,

somebody, probably you, asked for a new password for the Facet account of ${to}.
Open this address to set one; it works once, within the next 30 minutes. The
account also gets a new user id then, and those it had stop working:

${link}

If it was not you, do nothing: your password stays as it is.
`,
});

export const verificationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/#/verify?token=${encodeURIComponent(token)}`;

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your address for Facet',
  text: `Hello,

open this address within a day to confirm that ${to} is yours:

${link}

If you have no account with Facet, somebody else has used your address: do not open
the link, and ask for a new password instead to take the account over.
`,
});

/** Logged at the start of a service without mail. */
export const NO_MAIL_WARNING =
  'FACET_SMTP_URL is not set: who forgets a password gets a new one from the operator alone (npm run admin -- accounts password).';
