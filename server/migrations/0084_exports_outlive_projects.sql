-- A row of an export stays until its file is deleted, also when its project has gone meanwhile: nobody else knows
-- where the file lies.
alter table exports drop constraint exports_project_id_fkey;
