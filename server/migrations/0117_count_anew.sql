-- Counters of the time before clicks were merged (0040) were moved with each click. Where nothing has been merged
-- yet, they are those alone, and the first merge counts the same clicks again: they go.
delete from link_counters
where (select merged from click_merge) = '00000000-0000-7000-8000-000000000000';

-- Where they have been merged already, the two cannot be told apart any more, and the totals are counted anew once.
-- It shows in when the migrations were applied: one after the other for a database that began with the merge.
alter table click_merge add column rebuild_needed boolean not null default false;
update click_merge set rebuild_needed = true
where merged > '00000000-0000-7000-8000-000000000000'
  and (select max(applied_at) - min(applied_at) > interval '10 seconds'
       from migrations where number in (1, 40));
