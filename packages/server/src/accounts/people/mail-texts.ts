import type { Mail } from './mail.js';

/** The link to the portal's page for a new password. The part after the # never reaches a server's log. */
export const resetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/#/reset?token=${encodeURIComponent(token)}`;

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Facet',
  text: `Hello,

Someone, probably you, requested a password reset for the Facet account of ${to}.
To choose a new password, open this link within 30 minutes. It works once. Your
existing user ids will stop working and be replaced by a new one:

${link}

If this was not you, ignore this message: your password will not change.
`,
});

export const verificationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/#/verify?token=${encodeURIComponent(token)}`;

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your address for Facet',
  text: `Hello,

Open this link within a day to confirm that ${to} is your email address.
If you are not logged in there, you will be asked for your password:

${link}

If you did not create a Facet account, someone else has used your address. Ignore
this message, or make the account yours by resetting its password.
`,
});

/** Logged at the start of a service without mail. */
export const NO_MAIL_WARNING =
  'FACET_SMTP_URL is not set, so people cannot reset forgotten passwords themselves. To set one for them: npm run admin -- accounts password ACCOUNT';
