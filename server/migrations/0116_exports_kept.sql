-- The end of an export's last link is written once, when it finishes: it can be read until seven days before, and
-- no read moves it any more. Links of before have been counted from the last read; these exports get as long again.
update exports set links_end_at = links_end_at + interval '7 days' where status = 'completed';
