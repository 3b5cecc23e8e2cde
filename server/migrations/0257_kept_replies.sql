-- Replies to creations that a client may repeat, by its key and the Idempotency-Key that it chose; for a day.
create table kept_replies (
  caller text not null,
  idempotency_key text not null,
  request_hash text not null,
  status integer not null,
  headers text not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (caller, idempotency_key)
);
create index kept_replies_created on kept_replies (created_at);
comment on table kept_replies is 'Replies to creations, kept for a day for clients that repeat one under the same Idempotency-Key.';
comment on column kept_replies.caller is 'The credential: `key` or `user` and its id.';
comment on column kept_replies.request_hash is 'SHA-256 of operation, path, query and body.';
comment on column kept_replies.body is 'JSON, as text: it is sent again as it was.';
