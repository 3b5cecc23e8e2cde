-- Undoes a statement that has found out too late that it is none of its caller's: by a race that was lost.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using message = reason, errcode = 'P0001';
end $$;

comment on function refuse(text) is 'Raises P0001: a race was lost that shows itself only at the end of a statement.';
