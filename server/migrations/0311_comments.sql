-- Comments name a file by its name alone: files move.
comment on column attribution_receipts.details is 'Written and read by storedDetails.ts alone.';
comment on column rate_limits.granted is 'Tokens that the last statement got (leaseTokens.ts).';
comment on column rollups.dimension is '0: by quarter of an hour, with the kind as code (0 opens); 8: distinct visitors; others as in Click.ts, by day.';
