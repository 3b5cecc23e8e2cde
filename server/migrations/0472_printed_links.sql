-- Links whose codes are on paper, and the changes of where they lead that wait for approval.

alter table links add column printed boolean not null default false;
comment on column links.printed is 'Its code is on paper: where it leads changes by an approved proposal alone.';

create table link_proposals (
  link_id uuid not null constraint link_proposals_pkey primary key constraint link_proposals_link_id_fkey references links (id) on delete cascade,
  id uuid not null,
  project_id uuid not null constraint link_proposals_project_id_fkey references projects (id) on delete cascade,
  proposer_id uuid constraint link_proposals_proposer_id_fkey references users (id) on delete set null,
  changes jsonb,
  lead_version text not null,
  created_at timestamptz not null default now()
);
comment on table link_proposals is 'Changes of printed links that wait for approval, one for each link.';
comment on column link_proposals.proposer_id is 'Null: the account has been deleted.';
comment on column link_proposals.changes is 'Fields of the request that updates a link; null: the link is to be deleted.';
comment on column link_proposals.lead_version is 'Where the link led when the change was proposed.';
create index link_proposals_project on link_proposals (project_id);
create index link_proposals_proposer on link_proposals (proposer_id) where proposer_id is not null;
