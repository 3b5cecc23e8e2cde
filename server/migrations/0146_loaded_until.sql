-- Numbers say until when they are exact, and readers on one machine know of the journals of others by this alone.

alter table journals add column loaded_until timestamptz;

comment on column journals.loaded_until is
  'Nothing that was answered before this moment is missing; infinity: its process has ended with all of it loaded. Older than a day: it is taken to be gone.';
