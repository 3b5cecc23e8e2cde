-- What each build of an app can open, as its project's build machine has published it.

create table app_builds (
  project_id uuid not null constraint app_builds_project_id_fkey references projects (id) on delete cascade,
  platform text not null constraint app_builds_platform check (platform in ('ios', 'android')),
  build text not null,
  routes text[] not null,
  published_at timestamptz not null,
  constraint app_builds_pkey primary key (project_id, platform, build)
);
comment on column app_builds.build is 'As installations.app_build has it.';
comment on column app_builds.routes is 'Patterns of the paths that the build can open.';
