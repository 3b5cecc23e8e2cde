-- An app says whose installation it is, by the id that its own servers know the person by.

alter table installations add column customer_id text;
comment on column installations.customer_id is 'The project''s own id of the person who is signed in; null: nobody.';
create index installations_customer on installations (project_id, customer_id) where customer_id is not null;
