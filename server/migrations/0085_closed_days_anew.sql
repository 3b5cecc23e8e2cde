-- The days of busy links had the last half second of a quarter of an hour in the next one. They are counted anew
-- as their links are clicked; until then the rows answer.
delete from link_days;
delete from busy_links;
