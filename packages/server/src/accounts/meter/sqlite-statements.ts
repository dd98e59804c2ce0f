/** Account, plan and counters behind a user id. */
export const FIND = `
  select u.account_id, a.suspended_at, s.plan, s.started_at, s.ends_at,
         m.anchor, m.period_start, m.period_end, m.used, m.held, m.tat
  from user_id u
  join account a on a.id = u.account_id
  left join subscription s on s.account_id = u.account_id
  left join meter m on m.account_id = u.account_id
  where u.lookup_hash = ?`;

export const TAKE = 'update meter set tat = ?, held = held + ? where account_id = ?';

export const HOLD = `
  insert into hold (server_id, account_id, period_start, calls) values (?, ?, ?, 1)
  on conflict (server_id, account_id, period_start) do update set calls = calls + 1`;

export const RELEASE = `
  update hold set calls = calls - 1
  where server_id = ? and account_id = ? and period_start = ? and calls > 0
  returning calls`;

/** Only while the period of the call is still the current one. */
export const COUNT = `
  update meter set held = held - 1, used = used + ? where account_id = ? and period_start = ?
  returning used`;

export const KEEP_PERIOD = `
  insert into past_period (account_id, period_start, period_end, used) values (?, ?, ?, ?)
  on conflict (account_id, period_start) do update set used = used + excluded.used`;

/** A period that was put aside by a clock that was ahead is gone on with. */
export const RESUME_PERIOD =
  'delete from past_period where account_id = ? and period_start = ? returning used';

export const HELD_IN_PERIOD =
  'select sum(calls) as calls from hold where account_id = ? and period_start = ?';

/** What is in flight from another period is held in \`hold\` alone. */
export const BEGIN_PERIOD = `
  insert into meter (account_id, anchor, period_start, period_end, used, held, tat) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (account_id) do update set anchor = excluded.anchor, period_start = excluded.period_start,
    period_end = excluded.period_end, used = excluded.used, held = excluded.held`;

export const DROP_EMPTY_HOLDS = 'delete from hold where account_id = ? and period_start <> ? and calls = 0';

export const ADD_USAGE = `
  insert into usage_day (account_id, day, operation, outcome, calls) values (?, ?, ?, ?, 1)
  on conflict (account_id, day, operation, outcome) do update set calls = calls + 1`;
