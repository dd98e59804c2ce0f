import { z } from 'zod';
import type { AuditRow } from '../../accounts/administration/audit-log.js';
import { Moment, moment } from '../account/account-view.js';

const Party = z.object({
  id: z.string(),
  email: z.string().nullable().describe('`null` for the command, and for accounts that were deleted since.'),
});

export const AuditView = z.object({
  at: Moment,
  actor: Party.describe('Who made the change: an administrator, or `facet-admin` with the system user.'),
  action: z.string().meta({ examples: ['account-suspended'] }),
  account: Party,
  detail: z.string(),
});

export const auditView = (row: AuditRow): z.infer<typeof AuditView> => ({
  at: moment(row.at),
  actor: { id: row.actor, email: row.actorLabel },
  action: row.action,
  account: { id: row.accountId, email: row.accountLabel },
  detail: row.detail,
});
