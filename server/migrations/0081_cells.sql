-- A cell of a CSV file (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe: at the
-- start, and after whatever somebody may tell it to separate by, since with another separator than the comma
-- its quotes hold nothing together. A single expression, so that it is put into the query that uses it.
create or replace function csv_cell(value text) returns text language sql immutable parallel safe
return case
  when value ~ E'^( *[-=+@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])' then '"''' || replace(
    regexp_replace(value, E'([;|\t\r\n][ "]*)(?=[-=+@\uFF1D\uFF0B\uFF0D\uFF20])', E'\\1''', 'g'), '"', '""') || '"'
  when value ~ E'[",;|\t\r\n]' then '"' || replace(
    regexp_replace(value, E'([;|\t\r\n][ "]*)(?=[-=+@\uFF1D\uFF0B\uFF0D\uFF20])', E'\\1''', 'g'), '"', '""') || '"'
  else value
end;
