import * as kinds from './kinds.js';

/** Log-in with a company's identity provider (OpenID Connect). */
export const IDENTITY_SETTINGS = {
  FACET_OIDC_ISSUER: kinds
    .issuerUrl()
    .optional()
    .describe(
      'Identity provider with which users log in (OpenID Connect): its issuer, such as `https://login.example/realms/staff` (docs/accounts.md). Default: none.',
    ),
  FACET_OIDC_CLIENT_ID: kinds.text().optional().describe('The client ID that the provider gave the service.'),
  FACET_OIDC_CLIENT_SECRET: kinds
    .text()
    .optional()
    .describe('The client secret. Default: none, for a public client; PKCE is used in any case.'),
  FACET_OIDC_NAME: kinds
    .text()
    .optional()
    .describe('What the portal calls the provider. Default: the host name of the issuer.'),
  FACET_OIDC_SCOPES: kinds
    .scopeList()
    .default(['openid', 'email'])
    .describe('Scopes to request, joined by commas; `openid` must be among them.'),
  FACET_OIDC_DOMAINS: kinds
    .domainList()
    .default([])
    .describe(
      'Domains of email addresses that may log in, without subdomains, joined by commas. Default: every address that the provider sends.',
    ),
  FACET_OIDC_ADMIN: kinds
    .claim()
    .optional()
    .describe(
      'Claim and value that make a user an admin at log-in, such as `groups=facet-admins`; others lose the role. Default: only `facet-admin` gives and takes it.',
    ),
  FACET_OIDC_TRUST_EMAIL: kinds
    .flag()
    .default(false)
    .describe(
      '`1` accepts addresses for which the provider sends no claim `email_verified`, as Microsoft Entra ID does. Only for a provider in which users cannot choose their own address.',
    ),
  FACET_OIDC_SESSION_HOURS: kinds
    .integer(1, 168)
    .default(12)
    .describe('Hours after which such users must log in with the provider again.'),
};
