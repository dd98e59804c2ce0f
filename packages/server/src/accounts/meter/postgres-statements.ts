import { CLOCK_SLACK_MS, TOKEN_TOLERANCE } from './pace.js';

/** `levelAt` of pace.ts. */
const LEVEL = `(case when m.tat > c.now + w.burst * w.interval_ms + ${CLOCK_SLACK_MS}
  then c.now + (w.burst - 1) * w.interval_ms else greatest(m.tat, c.now) end)`;

/** How many of the calls the rate lets pass: the arithmetic of pace.ts, for several calls at once. */
const PACED = `(case when w.interval_ms is null then w.calls else least(w.calls, greatest(0,
  floor((c.now + w.burst * w.interval_ms - ${LEVEL}) / w.interval_ms + ${TOKEN_TOLERANCE})
))::int end)`;

/** How many of those the quota has room for. */
const HELD = `(case when w.quota is null then ${PACED}
  else least(${PACED}, greatest(0, w.quota - m.used - m.held))::int end)`;

/** `isCurrentPeriod` of current-period.ts. */
const IS_CURRENT = `m.period_end > c.now
      and (m.period_start = m.anchor or m.period_start <= c.now + ${CLOCK_SLACK_MS})`;

/**
 * Admits a batch of calls in one statement. The counters are locked in the order of the accounts, so that
 * batches of several servers never wait for each other in a circle; the update then works on the locked, newest
 * version of each row, whatever the statement saw when it began. Nothing comes back of ids that nobody has.
 * Every step takes along what the next needs: PostgreSQL cannot know how large a batch is, and would compare each
 * row of one step with each of another. Where two must meet, they meet by their number in the batch.
 * $1 hashes, $2 calls of each, $3 plans, $4 quotas, $5 intervals, $6 bursts, $7 server, $8 now or null
 */
export const ADMIT = `
  with c as materialized (
    select coalesce($8::float8, extract(epoch from clock_timestamp())::float8 * 1000) as now
  ), w as materialized (
    select asked.n, asked.calls, a.id as account_id, a.suspended_at, s.plan, s.started_at, s.ends_at,
           ($4::bigint[])[p.n] as quota, ($5::float8[])[p.n] as interval_ms, ($6::float8[])[p.n] as burst,
           a.suspended_at is null and p.n is not null and (s.ends_at is null or s.ends_at > c.now) as is_good
    from unnest($1::text[], $2::int[]) with ordinality as asked (hash, calls, n)
    join user_id u on u.lookup_hash = asked.hash
    join account a on a.id = u.account_id
    left join subscription s on s.account_id = a.id
    cross join lateral (select array_position($3::text[], s.plan) as n) as p
    cross join c
  ), locked as materialized (
    select w.n, w.calls, w.account_id, w.started_at, w.quota, w.interval_ms, w.burst
    from w join meter on meter.account_id = w.account_id
    where w.is_good
    order by meter.account_id for update of meter
  ), metered as (
    update meter m
    set tat = case when w.interval_ms is null or ${PACED} = 0 then m.tat
                   else ${LEVEL} + ${PACED} * w.interval_ms end,
        held = m.held + ${HELD},
        batch_paced = ${PACED},
        batch_held = ${HELD}
    from locked w cross join c
    where m.account_id = w.account_id and m.anchor = w.started_at and ${IS_CURRENT}
    returning w.n, m.account_id, m.period_start, m.period_end, m.used, m.held, m.tat, m.batch_paced, m.batch_held
  ), kept as (
    insert into hold (server_id, account_id, period_start, calls)
    select $7, account_id, period_start, batch_held from metered where batch_held > 0
    order by account_id
    on conflict (server_id, account_id, period_start) do update set calls = hold.calls + excluded.calls
  )
  select w.n, w.account_id, w.suspended_at, w.plan, w.started_at, w.ends_at, c.now,
         metered.period_start, metered.period_end, metered.used, metered.held, metered.tat,
         metered.batch_paced, metered.batch_held
  from w cross join c left join metered on metered.n = w.n`;

/**
 * Ends a batch of calls in one statement: each leaves \`hold\`, and is counted in the period it was admitted in.
 * What is no longer in \`hold\` was given back already, and is neither counted nor returned; returned are the
 * numbers of the moves that were done.
 * $1 accounts, $2 period starts, $3 period ends, $4 calls that end, $5 calls that count, $6 server,
 * and for the usage $7 the number of its move, $8 days, $9 operations, $10 outcomes, $11 calls; $12 the number of
 * the batch, by which a server whose connection broke learns whether the batch was done
 */
export const SETTLE = `
  with locked as materialized (
    select v.*, meter.period_start as current_start
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::int[])
      with ordinality as v (account_id, period_start, period_end, ended, counted, n)
    join meter on meter.account_id = v.account_id
    order by meter.account_id for update of meter
  ), taken as (
    update hold h set calls = h.calls - v.ended
    from locked v
    where h.server_id = $6 and h.account_id = v.account_id and h.period_start = v.period_start
      and h.calls >= v.ended
    returning v.n, v.account_id, v.period_start, v.period_end, v.ended, v.counted, v.current_start
  ), current as (
    update meter m set held = m.held - t.ended, used = m.used + t.counted
    from taken t where m.account_id = t.account_id and m.period_start = t.period_start
  ), late as (
    insert into past_period (account_id, period_start, period_end, used)
    select account_id, period_start, period_end, counted from taken where current_start <> period_start
    on conflict (account_id, period_start) do update set used = past_period.used + excluded.used
  ), usage as (
    insert into usage_day (account_id, day, operation, outcome, calls)
    select t.account_id, u.day, u.operation, u.outcome, sum(u.calls)
    from unnest($7::int[], $8::text[], $9::text[], $10::text[], $11::int[]) as u (move, day, operation, outcome, calls)
    join taken t on t.n = u.move
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, day, operation, outcome) do update set calls = usage_day.calls + excluded.calls
  ), marked as (
    update server set batch = $12 where id = $6
  )
  select n from taken`;
