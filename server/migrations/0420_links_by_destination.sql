-- Links are found by the page that they lead to. A hash: pages have addresses longer than an ordered index holds.

create index links_fallback_url on links using hash (fallback_url) where deleted_at is null;
