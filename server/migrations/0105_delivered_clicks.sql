-- A click whose link a first open was given. The primary key is the rule that a click matches once, also for a
-- first open that names no installation and so credits nothing. Kept as long as a click can be named.
create table delivered_clicks (
  click_id uuid constraint delivered_clicks_pkey primary key
);
