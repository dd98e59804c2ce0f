import type { Plan, UsageRow } from '../api/account.types.js';

export interface OperatorAccount {
  readonly id: string;
  readonly email: string;
  readonly role: 'member' | 'administrator';
  readonly state: 'active' | 'suspended' | 'no plan' | 'plan ended' | 'plan unknown';
  readonly suspended: boolean;
  readonly plan: string | null;
  readonly used: number | null;
  /** null: without a limit. */
  readonly quota: number | null;
  readonly period_end: string | null;
  readonly plan_ends: string | null;
  readonly created_at: string;
}

export interface AccountsPage {
  readonly accounts: readonly OperatorAccount[];
  readonly next: string | null;
}

interface Party {
  readonly id: string;
  /** null for the command, and for accounts that were deleted since. */
  readonly email: string | null;
}

export interface AuditEntry {
  readonly at: string;
  readonly actor: Party;
  readonly action: string;
  readonly account: Party;
  readonly detail: string;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

export interface AccountDetails {
  readonly account: OperatorAccount;
  readonly user_ids: readonly {
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
  }[];
  readonly days: readonly UsageRow[];
  readonly audit: readonly AuditEntry[];
}

export interface CataloguePlan extends Plan {
  readonly self_service: boolean;
  readonly accounts: number;
}

export interface Catalogue {
  readonly plans: readonly CataloguePlan[];
  readonly unknown: readonly { readonly id: string; readonly accounts: number }[];
}

interface Use {
  readonly now: number;
  readonly limit: number;
}

export interface Health {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly ready: boolean }[];
  readonly version: string;
  readonly node: string;
  readonly uptime_seconds: number;
  readonly memory_bytes: number;
  readonly queue_running: Use;
  readonly queue_waiting: Use;
  readonly fetches_running: Use;
  readonly body_bytes: Use;
  readonly connections: Use;
  readonly workers: Use;
}
