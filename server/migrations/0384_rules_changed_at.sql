-- Since when a link's rules and variants are what they are: results are counted from then on.

alter table links add column rules_changed_at timestamptz;
comment on column links.rules_changed_at is 'When rules or variants last changed; null: never since the link was made.';

create function note_rules_change() returns trigger language plpgsql as $$
begin
  new.rules_changed_at := clock_timestamp();
  return new;
end $$;

create trigger rules_changed before update of rules, variants on links for each row
when (old.rules is distinct from new.rules or old.variants is distinct from new.variants)
execute function note_rules_change();
