-- Images of links that people have uploaded; their bytes are in the file store.

create table link_images (
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  unused_since timestamptz,
  constraint link_images_pkey primary key (project_id, name)
);
comment on table link_images is 'Images for previews of links that people have uploaded. No reference to the project: when it is gone, its files are yet to be deleted.';
comment on column link_images.name is 'Of its file in the store and in its URL: a hash of the project and the bytes.';
comment on column link_images.unused_since is 'Since when no link or template names it, as the nightly look found; null: one did.';
